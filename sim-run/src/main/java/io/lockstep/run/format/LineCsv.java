// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.LineRow;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.observe.line.LineTimes.LaunchTimes;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.CsvRows;
import io.lockstep.run.answer.Fields;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;

/**
 * Cycles of issue ports by line as a table. Scripts rely on the columns (docs/results.md): new
 * columns may be added, but none changed.
 */
public final class LineCsv {
  private LineCsv() {}

  /**
   * {@return cycles by line as CSV: rows for the program, for each kernel and for each launch}
   *
   * @param results the results; results without cycles by line are omitted
   * @param whose finds the source places of a result's lines
   */
  public static String write(List<RunResult> results, Function<RunResult, LinePlaces> whose) {
    CsvRows rows =
        CsvRows.all(
            ResultCsv.BEGINNINGS,
            "workload",
            "device",
            "of",
            "kernel",
            "launch",
            "file",
            "line",
            "text",
            "what",
            "cycles");
    for (RunResult r : results) {
      LineTimes times = r.lines();
      if (times == null) {
        continue;
      }
      LinePlaces places = whose.apply(r);
      for (LineRow line : LineRow.program(times, places)) {
        rows.row(to -> row(r, "program", null, null, line, to));
      }
      for (KernelTimes kernel : times.kernels()) {
        for (LineRow line : LineRow.kernel(kernel, times, places)) {
          rows.row(to -> row(r, "kernel", kernel.name(), null, line, to));
        }
      }
      for (LaunchTimes launch : times.launches()) {
        for (LineRow line : LineRow.launch(launch, times, places)) {
          rows.row(to -> row(r, "launch", times.kernel(launch).name(), launch, line, to));
        }
      }
      rows.row(
          to -> {
            head(r, "outside", null, null, to);
            LineFields.causes(times.causes(), times.outside(), to);
            point(r, to);
          });
    }
    return rows.text();
  }

  private static void row(
      RunResult r, String of, String kernel, LaunchTimes launch, LineRow line, Fields to) {
    head(r, of, kernel, launch, to);
    LineFields.place(line, to);
    LineFields.causes(line.causes(), line.ticks(), to);
    point(r, to);
  }

  /** Writes further columns, after the columns whose numbers scripts may rely on. */
  private static void point(RunResult r, Fields to) {
    to.typed("parameters", r.parameters());
    to.typed("overrides", r.overrides());
  }

  private static void head(RunResult r, String of, String kernel, LaunchTimes launch, Fields to) {
    to.text("workload", r.workload());
    to.text("device", r.device());
    to.text("of", of);
    to.text("kernel", kernel);
    to.number("launch", launch == null ? null : BigDecimal.valueOf(launch.number()));
  }
}
