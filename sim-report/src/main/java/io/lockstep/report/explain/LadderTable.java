package io.lockstep.report.explain;

import io.lockstep.explain.Explanation;
import io.lockstep.explain.ladder.Cost;
import io.lockstep.explain.ladder.Ladder;
import io.lockstep.explain.ladder.LadderStep;
import io.lockstep.report.page.Column;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import java.util.ArrayList;
import java.util.List;

/**
 * What keeps each of two devices from its peak: from the work at peak rate up to the time that it
 * takes, step by step, both on one scale. Immutable.
 */
final class LadderTable {
  private final Explanation e;
  private final List<LadderStep> steps = new ArrayList<>(); // work at peak first
  private final String suffix;

  /**
   * @param e between families
   * @param ladder of it
   * @param suffix of the table's id
   */
  LadderTable(Explanation e, Ladder ladder, String suffix) {
    this.e = e;
    this.suffix = suffix;
    ladder.steps().forEach(step -> steps.add(0, step));
  }

  void write(Markup page) {
    page.raw("<p>Each device by itself: the first bar ends at the time of its work at peak rate; ");
    page.raw("each further one is what its step costs, a factor: to the right longer, to the ");
    page.raw("left (striped) an ideal part would make it slower. One logarithmic scale of time ");
    page.raw("for both. <i>By</i> is the second&#39;s factor by the first&#39;s.</p>\n");
    ForkScale scale = new ForkScale(ends());
    HtmlTable table =
        HtmlTable.begin(
            page,
            "ladder" + suffix,
            e.workload()
                + parameters()
                + ": from work at peak rate to the time of "
                + e.from()
                + " and of "
                + e.to(),
            List.of(
                Column.words("step"),
                Column.figures(e.from()),
                Column.words(e.from() + ", bar"),
                Column.figures(e.to()),
                Column.words(e.to() + ", bar"),
                Column.figures("by")),
            "class=\"forks two\"");
    double from = unit();
    double to = unit();
    for (LadderStep step : steps) {
      table.row(step.name()).cell(cost(step, step.from()));
      from = bar(table, scale, step, step.from(), from);
      table.cell(cost(step, step.to()));
      to = bar(table, scale, step, step.to(), to);
      table.cell(Lengths.fixed(step.factor(), 3)).done();
    }
    table.foot();
    table.row("together").cell(micros(from));
    table.cell("class=\"fork\"", whole(scale, from)).cell(micros(to));
    table.cell("class=\"fork\"", whole(scale, to)).cell(Lengths.fixed(to / from, 3)).done();
    table.end();
  }

  private String parameters() {
    StringBuilder text = new StringBuilder();
    e.parameters().forEach((k, v) -> text.append(' ').append(k).append('=').append(v));
    return text.toString();
  }

  /** Microseconds of who has less to do: where the scale begins. */
  private double unit() {
    LadderStep work = steps.get(0);
    return work.isTime() ? Math.min(work.from().factor(), work.to().factor()) : 1;
  }

  private List<Double> ends() {
    List<Double> ends = new ArrayList<>();
    double from = unit();
    double to = unit();
    for (LadderStep step : steps) {
      from = end(step, step.from(), from);
      to = end(step, step.to(), to);
      ends.add(from / unit());
      ends.add(to / unit());
    }
    return ends;
  }

  /** Microseconds at which a bar ends that begins at others. */
  private static double end(LadderStep step, Cost cost, double begin) {
    return step.isTime() ? cost.factor() : begin * cost.factor();
  }

  private double bar(HtmlTable table, ForkScale scale, LadderStep step, Cost cost, double begin) {
    double end = end(step, cost, begin);
    String error = step.isTime() ? "" : scale.error(end / unit(), cost.error());
    String bar =
        step.isTime()
            ? scale.span("range", 1, end / unit())
            : scale.bar(begin / unit(), end / unit());
    table.cell("class=\"fork\"", scale.begin() + bar + error + scale.end());
    return end;
  }

  private String whole(ForkScale scale, double micros) {
    return scale.begin() + scale.span("range", 1, micros / unit()) + scale.end();
  }

  private static String cost(LadderStep step, Cost cost) {
    return step.isTime() ? micros(cost.factor()) : "× " + Lengths.fixed(cost.factor(), 3);
  }

  /** Two digits after the decimal point, three if there is nothing before it. */
  private static String micros(double micros) {
    return (micros < 1 ? Lengths.ratio(micros) : Lengths.fixed(micros, 2)) + " µs";
  }
}
