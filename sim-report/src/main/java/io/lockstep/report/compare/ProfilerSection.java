// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Heading;
import io.lockstep.run.plugin.Profiler;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** The section of statistics under the names of vendors' profilers, with a table for each. */
record ProfilerSection(ComparedResults c) {
  boolean isThere() {
    return !c.profilers().isEmpty();
  }

  void write(Element page) {
    page.p(
        "Statistics that mean the same as a counter of the vendor's profiler. Ratios are not in"
            + " per cent; cycles of stall reasons are proportional to the profiler's samples.");
    c.folded(page, (to, p) -> c.profilers().forEach(profiler -> table(to, p, profiler)));
  }

  private void table(Element page, int p, Profiler profiler) {
    List<Integer> devices = new ArrayList<>();
    List<Heading> columns = Heading.all(profiler.name(), "statistic");
    for (int d = 0; d < c.devices().size(); d++) {
      if (profiler.devices().contains(c.devices().get(d).id())) {
        devices.add(d);
        columns.add(Heading.figures(c.names().get(d)));
      }
    }
    HtmlTable table =
        new HtmlTable(
            page,
            "profiler" + p + "x" + c.profilers().indexOf(profiler),
            c.workloads().get(p) + ": counters of " + profiler.name(),
            columns);
    profiler
        .counters()
        .forEach(
            (statistic, counter) ->
                table.row(
                    counter,
                    statistic,
                    devices.stream()
                        .map(d -> value(c.points().get(p).results().get(d), statistic))
                        .toList()));
  }

  private static String value(RunResult result, String statistic) {
    BigDecimal value = result.statistics().get(statistic);
    return value == null
        ? ""
        : value.scale() > 0
            ? value.setScale(4, RoundingMode.HALF_UP).toPlainString()
            : Lengths.grouped(value.longValue());
  }
}
