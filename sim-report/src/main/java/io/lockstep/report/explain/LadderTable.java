// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.explain;

import io.lockstep.explain.Explanation;
import io.lockstep.explain.ladder.Cost;
import io.lockstep.explain.ladder.Ladder;
import io.lockstep.explain.ladder.LadderStep;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.run.answer.Heading;
import java.util.ArrayList;
import java.util.List;

/**
 * The bottleneck decomposition of two runs: bars from the time of the largest roof to the simulated
 * time, step by step, on a common scale.
 */
final class LadderTable {
  private final Explanation e;
  private final List<LadderStep> steps = new ArrayList<>(); // in ascending order, the roof first
  private final String suffix;

  /**
   * @param ladder the decomposition in {@code e}
   * @param suffix suffix of the table's id
   */
  LadderTable(Explanation e, Ladder ladder, String suffix) {
    this.e = e;
    this.suffix = suffix;
    ladder.steps().forEach(step -> steps.add(0, step));
  }

  void write(Element page) {
    page.p(
        "Each run is decomposed by itself. First bar: time of its tightest roof. Further bars:"
            + " the factor by which a real part takes longer than an ideal one; left (striped) is"
            + " faster. Both runs share one logarithmic time scale. ",
        Element.of("i", "Ratio"),
        ": " + e.to() + " / " + e.from() + ".");
    ForkScale scale = new ForkScale(ends());
    String both = e.from() + " and of " + e.to();
    HtmlTable table =
        new HtmlTable(
                page,
                "ladder" + suffix,
                e.workload() + parameters() + ": from the tightest roof to the time of " + both,
                Heading.all(
                    "step",
                    Heading.figures(e.from()),
                    Heading.words("faster ← → slower"),
                    Heading.figures(e.to()),
                    Heading.words("faster ← → slower"),
                    ">ratio"))
            .classed("forks")
            .classed("two");
    double from = unit();
    double to = unit();
    for (LadderStep step : steps) {
      table.row(
          step.name(),
          cost(step, step.from()),
          bar(scale, step, step.from(), from),
          cost(step, step.to()),
          bar(scale, step, step.to(), to),
          Lengths.fixed(step.factor(), 3));
      from = end(step, step.from(), from);
      to = end(step, step.to(), to);
    }
    table.foot();
    table.row(
        "total",
        micros(from),
        whole(scale, from),
        micros(to),
        whole(scale, to),
        Lengths.fixed(to / from, 3));
    table.row("scale: 1 = " + micros(unit()), "", scale.axis(), "", scale.axis(), "");
  }

  private String parameters() {
    StringBuilder text = new StringBuilder();
    e.parameters().forEach((k, v) -> text.append(' ').append(k).append('=').append(v));
    return text.toString();
  }

  /** Returns the start of the scale: the time of the smaller roof in microseconds. */
  private double unit() {
    LadderStep roof = steps.get(0);
    return roof.isTime() ? Math.min(roof.from().factor(), roof.to().factor()) : 1;
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

  /** Returns the end of a bar in microseconds. */
  private static double end(LadderStep step, Cost cost, double begin) {
    return step.isTime() ? cost.factor() : begin * cost.factor();
  }

  private Element bar(ForkScale scale, LadderStep step, Cost cost, double begin) {
    double end = end(step, cost, begin) / unit();
    return step.isTime()
        ? whole(scale, end * unit())
        : scale.cell(scale.bar(begin / unit(), end), scale.error(end, cost.error()));
  }

  private Element whole(ForkScale scale, double micros) {
    return scale.cell(scale.span("range", 1, micros / unit()));
  }

  private static String cost(LadderStep step, Cost cost) {
    return step.isTime() ? micros(cost.factor()) : "× " + Lengths.fixed(cost.factor(), 3);
  }

  /** Formats microseconds with two decimals, or with three significant digits below 1. */
  private static String micros(double micros) {
    return (micros < 1 ? Lengths.ratio(micros) : Lengths.fixed(micros, 2)) + " µs";
  }
}
