// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.path.CriticalPath;
import io.lockstep.observe.path.CriticalPath.KernelPath;
import io.lockstep.observe.path.CriticalPath.LaunchPath;
import io.lockstep.observe.path.PathLine;
import io.lockstep.observe.path.PathShares;
import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.CsvRows;
import io.lockstep.run.answer.Fields;
import io.lockstep.spi.path.PathResource;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The composition of critical paths, as fields of a result and as a separate table. Scripts rely on
 * the names (docs/results.md): new names may be added, but none changed.
 */
public final class PathFields {
  private PathFields() {}

  static void of(CriticalPath path, LinePlaces places, Fields to) {
    to.number("ticks_per_second", path.tickHertz());
    shares(path.shares(), to);
    to.list("lines", PathLine.program(path, places), PathFields::line);
    to.list(
        "kernels",
        path.kernels(),
        (kernel, k) -> {
          k.text("kernel", kernel.name());
          k.text("file", kernel.file());
          k.number("launches", kernel.launches());
          shares(kernel.shares(), k);
          k.list("lines", PathLine.of(kernel, kernel.shares(), places), PathFields::line);
        });
    to.list(
        "launches",
        path.launches(),
        (launch, l) -> {
          KernelPath kernel = path.kernel(launch);
          l.number("launch", launch.number());
          l.text("kernel", kernel.name());
          l.number("seconds", Numbers.seconds(launch.picos()));
          shares(launch.shares(), l);
          l.list("lines", PathLine.of(kernel, launch.shares(), places), PathFields::line);
        });
  }

  private static void line(PathLine line, Fields to) {
    place(line, to);
    shares(line.shares(), to);
  }

  private static void place(PathLine line, Fields to) {
    boolean placed = line.place() != null;
    to.text("file", placed ? line.place().file() : null);
    to.number("line", placed ? BigDecimal.valueOf(line.place().line()) : null);
    to.text("text", placed ? line.place().text() : null);
    to.text("what", placed ? null : line.what());
  }

  /** Writes the sum of ticks, and the nonzero ticks by resource. */
  private static void shares(PathShares shares, Fields to) {
    to.number("ticks", shares.ticks());
    Map<String, BigDecimal> by = new TreeMap<>();
    for (PathResource r : PathResource.values()) {
      by.put(r.key(), BigDecimal.valueOf(shares.ticks(r)));
    }
    to.figures("resources", by);
    Map<String, BigDecimal> ports = new TreeMap<>();
    shares
        .byPort()
        .forEach(
            (port, ticks) -> ports.put(port.isEmpty() ? "turn" : port, BigDecimal.valueOf(ticks)));
    to.figures("ports", ports);
  }

  /**
   * {@return critical paths as CSV: a row for the program, for each kernel and for each launch,
   * followed by rows for the lines of each}
   *
   * @param results the results; results without critical paths are omitted
   * @param whose finds the source places of a result's lines
   */
  public static String csv(List<RunResult> results, Function<RunResult, LinePlaces> whose) {
    CsvRows rows =
        CsvRows.all(
            Map.of(),
            "workload",
            "device",
            "of",
            "kernel",
            "launch",
            "file",
            "line",
            "text",
            "what",
            "ticks");
    for (RunResult r : results) {
      CriticalPath path = r.path();
      if (path == null) {
        continue;
      }
      LinePlaces places = whose.apply(r);
      of(r, "program", null, null, path.shares(), PathLine.program(path, places), rows);
      for (KernelPath k : path.kernels()) {
        of(r, "kernel", k.name(), null, k.shares(), PathLine.of(k, k.shares(), places), rows);
      }
      for (LaunchPath l : path.launches()) {
        KernelPath k = path.kernel(l);
        of(r, "launch", k.name(), l, l.shares(), PathLine.of(k, l.shares(), places), rows);
      }
    }
    return rows.text();
  }

  private static void of(
      RunResult r,
      String of,
      String kernel,
      LaunchPath launch,
      PathShares shares,
      List<PathLine> lines,
      CsvRows rows) {
    rows.row(
        to -> {
          head(r, of, kernel, launch, to);
          to.text("what", "all");
          shares(shares, to);
        });
    for (PathLine line : lines) {
      rows.row(
          to -> {
            head(r, of, kernel, launch, to);
            line(line, to);
          });
    }
  }

  private static void head(RunResult r, String of, String kernel, LaunchPath launch, Fields to) {
    to.text("workload", r.workload());
    to.text("device", r.device());
    to.text("of", of);
    to.text("kernel", kernel);
    to.number("launch", launch == null ? null : BigDecimal.valueOf(launch.number()));
  }
}
