// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.LinePlaces.Place;
import io.lockstep.observe.path.CriticalPath;
import io.lockstep.observe.path.CriticalPath.KernelPath;
import io.lockstep.observe.path.CriticalPath.LaunchPath;
import io.lockstep.observe.path.PathLine;
import io.lockstep.observe.path.PathShares;
import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.format.LineCell.Scope;
import io.lockstep.spi.path.PathResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Declares the composition of critical paths, as a field of results and as a table.
 *
 * @param places finds the source places of the lines
 */
public record PathAnswer(CriticalPath path, LinePlaces places) {
  private record Kernel(PathAnswer in, KernelPath of) {}

  private record Launch(PathAnswer in, LaunchPath of) {}

  private static final Answer<PathShares> SHARES =
      Answer.<PathShares>part()
          .integer("ticks", "Duration of the paths.", PathShares::ticks)
          .counts(
              "resources",
              "Ticks by resource, zeros included; the sum is ticks.",
              PathAnswer::byResource)
          .counts(
              "ports",
              "Ticks of the resource port by issue port; turn: no port, the wavefront's turn alone.",
              PathAnswer::byPort);

  private static final Answer<PathLine> LINE =
      Answer.<PathLine>part().include(LineCell.PLACE, l -> l).include(SHARES, PathLine::shares);

  /** Declares the field of a result. */
  static final Answer<PathAnswer> ANSWER =
      Answer.<PathAnswer>part()
          .integer("ticks_per_second", "", a -> a.path.tickHertz())
          .include(SHARES, a -> a.path.shares())
          .list("lines", "", a -> PathLine.program(a.path, a.places), LINE)
          .list(
              "kernels",
              "",
              a -> a.path.kernels().stream().map(k -> new Kernel(a, k)).toList(),
              Answer.<Kernel>part()
                  .text("kernel", "", k -> k.of.name())
                  .text("file", "", k -> k.of.file())
                  .integer("launches", "", k -> k.of.launches())
                  .include(SHARES, k -> k.of.shares())
                  .list("lines", "", k -> k.in.lines(k.of, k.of.shares()), LINE))
          .list(
              "launches",
              "",
              a -> a.path.launches().stream().map(l -> new Launch(a, l)).toList(),
              Answer.<Launch>part()
                  .integer("launch", "", l -> l.of.number())
                  .text("kernel", "", l -> l.in.path.kernel(l.of).name())
                  .number("seconds", "", l -> Numbers.seconds(l.of.picos()))
                  .include(SHARES, l -> l.of.shares())
                  .list("lines", "", l -> l.in.lines(l.in.path.kernel(l.of), l.of.shares()), LINE));

  private static final Answer<LineCell<PathShares>> COLUMNS = LineCell.columns(SHARES);

  private static Map<String, Long> byResource(PathShares shares) {
    SortedMap<String, Long> by = new TreeMap<>();
    for (PathResource r : PathResource.values()) {
      by.put(r.key(), shares.ticks(r));
    }
    return by;
  }

  private static Map<String, Long> byPort(PathShares shares) {
    SortedMap<String, Long> by = new TreeMap<>();
    shares.byPort().forEach((port, ticks) -> by.put(port.isEmpty() ? "turn" : port, ticks));
    return by;
  }

  private List<PathLine> lines(KernelPath kernel, PathShares shares) {
    return PathLine.of(kernel, shares, places);
  }

  /**
   * {@return critical paths as CSV: a row for the program, for each kernel and for each launch,
   * followed by rows for the lines of each}
   *
   * @param results the results; results without critical paths are omitted
   * @param whose finds the source places of a result's lines
   */
  public static String csv(List<RunResult> results, Function<RunResult, LinePlaces> whose) {
    List<LineCell<PathShares>> cells = new ArrayList<>();
    for (RunResult r : results) {
      if (r.path() != null) {
        new PathAnswer(r.path(), whose.apply(r)).addTo(cells, r);
      }
    }
    return COLUMNS.csvOfAll(Map.of(), cells);
  }

  private void addTo(List<LineCell<PathShares>> cells, RunResult r) {
    add(cells, r, Scope.PROGRAM, path.shares(), PathLine.program(path, places));
    for (KernelPath k : path.kernels()) {
      add(cells, r, Scope.kernel(k.name()), k.shares(), lines(k, k.shares()));
    }
    for (LaunchPath l : path.launches()) {
      KernelPath k = path.kernel(l);
      Scope scope = Scope.launch(k.name(), l.number());
      add(cells, r, scope, l.shares(), lines(k, l.shares()));
    }
  }

  private static void add(
      List<LineCell<PathShares>> cells,
      RunResult r,
      Scope scope,
      PathShares shares,
      List<PathLine> lines) {
    PathLine all = new PathLine(Place.special(PathShares.ALL), shares);
    cells.add(new LineCell<>(r, scope, all, shares));
    lines.forEach(line -> cells.add(new LineCell<>(r, scope, line, line.shares())));
  }
}
