package io.lockstep.run.format;

import io.lockstep.parts.stats.CommonCause;
import io.lockstep.parts.stats.IssueCause;
import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import io.lockstep.run.line.LinePlaces;
import io.lockstep.run.line.LineRow;
import io.lockstep.run.line.LineTimes;
import io.lockstep.run.line.LineTimes.InstructionTimes;
import io.lockstep.run.line.LineTimes.KernelTimes;
import io.lockstep.run.line.LineTimes.LaunchTimes;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Where the issue ports' time went by line, as fields of a result and as a table of its own: names
 * that scripts rely on (docs/results.md), additions only. Stateless.
 */
public final class LineFields {
  private LineFields() {}

  /** What a result has of it. */
  static void of(LineTimes times, LinePlaces places, Fields to) {
    to.group("outside", o -> causes(times.causes(), times.outside(), o));
    to.list("lines", LineRow.program(times, places), LineFields::line);
    to.list(
        "kernels",
        times.kernels(),
        (kernel, k) -> {
          k.text("kernel", kernel.name());
          k.text("file", kernel.file());
          k.number("launches", kernel.launches());
          k.list("lines", LineRow.kernel(kernel, times, places), LineFields::line);
          k.list(
              "instructions",
              kernel.instructions().stream().filter(i -> i.instruction() >= 0).toList(),
              (i, one) -> instruction(times, i, one));
        });
    to.list(
        "launches",
        times.launches(),
        (launch, l) -> {
          l.number("launch", launch.number());
          l.text("kernel", times.kernel(launch).name());
          l.number("seconds", Numbers.seconds(launch.picos()));
          l.list("lines", LineRow.launch(launch, times, places), LineFields::line);
        });
  }

  /** A line of a list. */
  private static void line(LineRow row, Fields to) {
    place(row, to);
    causes(row.causes(), row.ticks(), to);
  }

  private static void place(LineRow row, Fields to) {
    boolean placed = row.place() != null;
    to.text("file", placed ? row.place().file() : null);
    to.number("line", placed ? BigDecimal.valueOf(row.place().line()) : null);
    to.text("text", placed ? row.place().text() : null);
    to.text("what", placed ? null : row.what());
  }

  private static void instruction(LineTimes times, InstructionTimes i, Fields to) {
    to.number("instruction", i.instruction());
    to.number("line", i.line());
    causes(times.causes(), i.ticks(), to);
  }

  private static void causes(List<IssueCause> causes, long[] ticks, Fields to) {
    to.number("cycles", LineTimes.sum(ticks));
    Map<String, BigDecimal> common = new TreeMap<>();
    Map<String, BigDecimal> own = new TreeMap<>();
    for (IssueCause c : causes) {
      BigDecimal cycles = BigDecimal.valueOf(ticks[c.ordinal()]);
      common.merge(c.common().key(), cycles, BigDecimal::add);
      own.put(c.statistic().substring(IssueCause.PREFIX.length()), cycles);
    }
    to.figures(plain(CommonCause.PREFIX), common);
    to.figures(plain(IssueCause.PREFIX), own);
  }

  private static String plain(String prefix) {
    return prefix.substring(0, prefix.length() - 1);
  }

  /**
   * {@return lines as CSV: a row for each of the program, of each kernel and of each launch}
   *
   * @param results those without times by line are left out
   * @param whose where a result's lines are
   */
  public static String csv(List<RunResult> results, Function<RunResult, LinePlaces> whose) {
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
            causes(times.causes(), times.outside(), to);
            point(r, to);
          });
    }
    return rows.text();
  }

  private static void row(
      RunResult r, String of, String kernel, LaunchTimes launch, LineRow line, Fields to) {
    head(r, of, kernel, launch, to);
    place(line, to);
    causes(line.causes(), line.ticks(), to);
    point(r, to);
  }

  /** Behind the columns that scripts know. */
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
