package io.lockstep.report.explain;

import io.lockstep.explain.Explanation;
import io.lockstep.explain.ladder.Cost;
import io.lockstep.explain.ladder.Ladder;
import io.lockstep.explain.ladder.Rung;
import io.lockstep.report.page.Column;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import java.util.ArrayList;
import java.util.List;

/**
 * What keeps each of two devices from its peak: from the work at peak rate up to the time that it
 * takes, rung by rung, both on one scale. Immutable.
 */
final class Rungs {
  private final Explanation e;
  private final List<Rung> rungs = new ArrayList<>(); // work at peak first
  private final String suffix;

  /**
   * @param e between families
   * @param ladder of it
   * @param suffix of the table's id
   */
  Rungs(Explanation e, Ladder ladder, String suffix) {
    this.e = e;
    this.suffix = suffix;
    ladder.rungs().forEach(rung -> rungs.add(0, rung));
  }

  void write(Markup page) {
    page.raw("<p>Each device by itself: the first bar ends at the time of its work at peak rate; ");
    page.raw("each further one is what its rung costs, a factor: to the right longer, to the ");
    page.raw("left (striped) an ideal part would make it slower. One logarithmic scale of time ");
    page.raw("for both. <i>By</i> is the second&#39;s factor by the first&#39;s.</p>\n");
    ForkScale scale = new ForkScale(ends());
    HtmlTable table =
        HtmlTable.begin(
            page,
            "ladder" + suffix,
            "From work at peak rate to the time of " + e.from() + " and of " + e.to(),
            List.of(
                Column.words("rung"),
                Column.figures(e.from()),
                Column.words(e.from() + ", bar"),
                Column.figures(e.to()),
                Column.words(e.to() + ", bar"),
                Column.figures("by")),
            "class=\"forks two\"");
    double from = unit();
    double to = unit();
    for (Rung rung : rungs) {
      table.row(rung.name()).cell(cost(rung, rung.from()));
      from = bar(table, scale, rung, rung.from(), from);
      table.cell(cost(rung, rung.to()));
      to = bar(table, scale, rung, rung.to(), to);
      table.cell(Lengths.fixed(rung.factor(), 3)).done();
    }
    table.foot();
    table.row("together").cell(micros(from));
    table.cell("class=\"fork\"", whole(scale, from)).cell(micros(to));
    table.cell("class=\"fork\"", whole(scale, to)).cell(Lengths.fixed(to / from, 3)).done();
    table.end();
  }

  /** Microseconds of who has less to do: where the scale begins. */
  private double unit() {
    Rung work = rungs.get(0);
    return work.isTime() ? Math.min(work.from().factor(), work.to().factor()) : 1;
  }

  private List<Double> ends() {
    List<Double> ends = new ArrayList<>();
    double from = unit();
    double to = unit();
    for (Rung rung : rungs) {
      from = end(rung, rung.from(), from);
      to = end(rung, rung.to(), to);
      ends.add(from / unit());
      ends.add(to / unit());
    }
    return ends;
  }

  /** Microseconds at which a bar ends that begins at others. */
  private static double end(Rung rung, Cost cost, double begin) {
    return rung.isTime() ? cost.factor() : begin * cost.factor();
  }

  private double bar(HtmlTable table, ForkScale scale, Rung rung, Cost cost, double begin) {
    double end = end(rung, cost, begin);
    String error = rung.isTime() ? "" : scale.error(end / unit(), cost.error());
    String bar =
        rung.isTime()
            ? scale.span("range", 1, end / unit())
            : scale.bar(begin / unit(), end / unit());
    table.cell("class=\"fork\"", scale.begin() + bar + error + scale.end());
    return end;
  }

  private String whole(ForkScale scale, double micros) {
    return scale.begin() + scale.span("range", 1, micros / unit()) + scale.end();
  }

  private static String cost(Rung rung, Cost cost) {
    return rung.isTime() ? micros(cost.factor()) : "× " + Lengths.fixed(cost.factor(), 3);
  }

  /** Two digits behind the point, three where there is nothing before it. */
  private static String micros(double micros) {
    return (micros < 1 ? Lengths.ratio(micros) : Lengths.fixed(micros, 2)) + " µs";
  }
}
