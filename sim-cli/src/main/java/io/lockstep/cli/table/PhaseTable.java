// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.run.PhaseTimes;
import io.lockstep.run.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Formats kernel times over launch phases: mean, interval, and differences within the noise. Empty
 * if the results have a single phase.
 */
public final class PhaseTable {
  private record Line(String name, PhaseTimes times) {}

  private final List<Line> lines = new ArrayList<>();

  public PhaseTable(List<RunResult> results) {
    boolean points = results.stream().map(FigureText::point).distinct().count() > 1;
    for (RunResult r : results) {
      PhaseTimes.find(r.statistics())
          .ifPresent(
              times ->
                  lines.add(
                      new Line(
                          points ? r.device() + " " + FigureText.point(r) : r.device(), times)));
    }
  }

  public String render(Screen screen) {
    if (lines.isEmpty()) {
      return "";
    }
    Table table =
        new Table(
                List.of(
                    "kernels, " + lines.get(0).times().count() + " launch phases",
                    ">mean µs",
                    ">± 95 %",
                    ">",
                    ">least",
                    ">most",
                    "no slower or faster than"))
            .dropping("--columns device,phases or csv shows all", List.of("most", "least"));
    for (Line line : lines) {
      PhaseTimes t = line.times();
      List<String> same = new ArrayList<>();
      for (Line other : lines) {
        if (other != line && t.isWithinNoiseOf(other.times()).orElse(false)) {
          same.add(other.name());
        }
      }
      table.row(
          Table.Emphasis.NONE,
          List.of(
              line.name(),
              FigureText.micros(t.mean()),
              FigureText.micros(t.interval()),
              t.mean() == 0
                  ? ""
                  : String.format(Locale.ROOT, "%.2f%%", 100.0 * t.interval() / t.mean()),
              FigureText.micros(t.least()),
              FigureText.micros(t.most()),
              String.join(", ", same)));
    }
    return "\n" + table.render(screen);
  }
}
