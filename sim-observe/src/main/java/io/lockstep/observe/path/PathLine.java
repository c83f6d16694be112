// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.path;

import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.LinePlaces.Place;
import io.lockstep.observe.line.PlacedRow;
import io.lockstep.observe.path.CriticalPath.KernelPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The ticks of one line, or of a row with a label instead of a place. Ordered by ticks, most first,
 * then by file and line; rows without a line come last.
 */
public record PathLine(Place place, PathShares shares) implements PlacedRow {
  private static final Comparator<PathLine> ORDER =
      Comparator.comparing((PathLine r) -> !r.place.isLine())
          .thenComparing(r -> r.shares.ticks(), Comparator.reverseOrder())
          .thenComparing(PathLine::what)
          .thenComparing(r -> r.place.file())
          .thenComparing(r -> r.place.line());

  @Override
  public String what() {
    return switch (place.line()) {
      case PathShares.ALL -> "all";
      case PathShares.NO_LINE -> "no instruction";
      case PathShares.UNKNOWN -> "no line known";
      default -> "";
    };
  }

  /** Returns the lines of all launches of a program. */
  public static List<PathLine> program(CriticalPath path, LinePlaces places) {
    Map<Place, PathLine> rows = new LinkedHashMap<>();
    path.kernels().forEach(k -> add(k.file(), k.shares(), places, rows));
    return sorted(rows);
  }

  /** Returns the lines of the shares of a kernel or of one of its launches. */
  public static List<PathLine> of(KernelPath kernel, PathShares shares, LinePlaces places) {
    Map<Place, PathLine> rows = new LinkedHashMap<>();
    add(kernel.file(), shares, places, rows);
    return sorted(rows);
  }

  private static void add(
      String file, PathShares shares, LinePlaces places, Map<Place, PathLine> rows) {
    shares
        .lines()
        .forEach(
            (line, ticks) -> {
              Place place = places.placeOrSpecial(file, line);
              PathShares own = of(ticks, shares.ports().get(line));
              rows.merge(
                  place,
                  new PathLine(place, own),
                  (a, b) -> new PathLine(place, a.shares.plus(b.shares)));
            });
  }

  private static PathShares of(long[] ticks, SortedMap<String, Long> ports) {
    return new PathShares(
        new TreeMap<>(Map.of(1, ticks)),
        ports == null ? new TreeMap<>() : new TreeMap<>(Map.of(1, ports)));
  }

  private static List<PathLine> sorted(Map<Place, PathLine> rows) {
    List<PathLine> sorted = new ArrayList<>(rows.values());
    sorted.sort(ORDER);
    return sorted;
  }
}
