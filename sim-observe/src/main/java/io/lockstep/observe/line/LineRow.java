// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.line;

import io.lockstep.observe.line.LinePlaces.Place;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.observe.line.LineTimes.LaunchTimes;
import io.lockstep.observe.line.LineTimes.Line;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The cycles of one line. Ordered by cycles, most first, then by file and line; rows without a line
 * come last. The array must not be modified.
 *
 * @param place file, line and text, or one of the special lines of {@link Line}
 * @param ticks cycles by cause
 */
public record LineRow(Place place, List<IssueCause> causes, long[] ticks) implements PlacedRow {
  private static final Comparator<LineRow> ORDER =
      Comparator.comparing((LineRow r) -> !r.place.isLine())
          .thenComparing(r -> Math.max(0, -r.place.line()))
          .thenComparing(LineRow::cycles, Comparator.reverseOrder())
          .thenComparing(r -> r.place.file())
          .thenComparing(r -> r.place.line());

  public long cycles() {
    return LineTimes.sum(ticks);
  }

  public long cycles(CommonCause common) {
    long sum = 0;
    for (IssueCause c : causes) {
      sum += c.common() == common ? ticks[c.ordinal()] : 0;
    }
    return sum;
  }

  @Override
  public String what() {
    return switch (place.line()) {
      case Line.NONE -> "no wavefront";
      case Line.UNTOLD -> "not attributed";
      case Line.UNKNOWN -> "no line known";
      default -> "";
    };
  }

  /** Returns whether this is the time without a wavefront. */
  public boolean isNone() {
    return place.line() == Line.NONE;
  }

  /** Returns the lines of all launches of a program. */
  public static List<LineRow> program(LineTimes times, LinePlaces places) {
    Map<Place, LineRow> rows = new LinkedHashMap<>();
    for (KernelTimes kernel : times.kernels()) {
      add(kernel.file(), kernel.lines(), times, places, rows);
    }
    return sorted(rows);
  }

  /** Returns the lines of all launches of a kernel. */
  public static List<LineRow> kernel(KernelTimes kernel, LineTimes times, LinePlaces places) {
    Map<Place, LineRow> rows = new LinkedHashMap<>();
    add(kernel.file(), kernel.lines(), times, places, rows);
    return sorted(rows);
  }

  /** Returns the lines of one launch. */
  public static List<LineRow> launch(LaunchTimes launch, LineTimes times, LinePlaces places) {
    Map<Place, LineRow> rows = new LinkedHashMap<>();
    add(times.kernel(launch).file(), launch.lines(), times, places, rows);
    return sorted(rows);
  }

  private static void add(
      String file,
      SortedMap<Integer, long[]> lines,
      LineTimes times,
      LinePlaces places,
      Map<Place, LineRow> rows) {
    lines.forEach(
        (line, ticks) -> {
          LineRow row =
              rows.computeIfAbsent(
                  places.placeOrSpecial(file, line),
                  place -> new LineRow(place, times.causes(), new long[ticks.length]));
          LineTimes.add(row.ticks, ticks);
        });
  }

  private static List<LineRow> sorted(Map<Place, LineRow> rows) {
    List<LineRow> sorted = new ArrayList<>(rows.values());
    sorted.sort(ORDER);
    return sorted;
  }
}
