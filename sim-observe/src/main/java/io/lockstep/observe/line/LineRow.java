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
 * @param place file, line and text; null for the special lines of {@link Line}
 * @param special one of {@link Line}, if there is no place
 * @param ticks cycles by cause
 */
public record LineRow(Place place, int special, List<IssueCause> causes, long[] ticks)
    implements PlacedRow {
  private static final Comparator<LineRow> ORDER =
      Comparator.comparing((LineRow r) -> r.place == null)
          .thenComparing((LineRow r) -> r.place == null ? -r.special : 0)
          .thenComparing(LineRow::cycles, Comparator.reverseOrder())
          .thenComparing(r -> r.place == null ? "" : r.place.file())
          .thenComparing(r -> r.place == null ? 0 : r.place.line());

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
    if (place != null) {
      return "";
    }
    return switch (special) {
      case Line.NONE -> "no wavefront";
      case Line.UNTOLD -> "not attributed";
      default -> "no line known";
    };
  }

  /** Returns whether this is the time without a wavefront. */
  public boolean isNone() {
    return place == null && special == Line.NONE;
  }

  /** Returns the lines of all launches of a program. */
  public static List<LineRow> program(LineTimes times, LinePlaces places) {
    Map<Object, LineRow> rows = new LinkedHashMap<>();
    for (KernelTimes kernel : times.kernels()) {
      add(kernel.file(), kernel.lines(), times, places, rows);
    }
    return sorted(rows);
  }

  /** Returns the lines of all launches of a kernel. */
  public static List<LineRow> kernel(KernelTimes kernel, LineTimes times, LinePlaces places) {
    Map<Object, LineRow> rows = new LinkedHashMap<>();
    add(kernel.file(), kernel.lines(), times, places, rows);
    return sorted(rows);
  }

  /** Returns the lines of one launch. */
  public static List<LineRow> launch(LaunchTimes launch, LineTimes times, LinePlaces places) {
    Map<Object, LineRow> rows = new LinkedHashMap<>();
    add(times.kernel(launch).file(), launch.lines(), times, places, rows);
    return sorted(rows);
  }

  private static void add(
      String file,
      SortedMap<Integer, long[]> lines,
      LineTimes times,
      LinePlaces places,
      Map<Object, LineRow> rows) {
    lines.forEach(
        (line, ticks) -> {
          Place place = line > 0 ? places.place(file, line) : null;
          LineRow row =
              rows.computeIfAbsent(
                  place == null ? line : place,
                  k -> new LineRow(place, line, times.causes(), new long[ticks.length]));
          LineTimes.add(row.ticks, ticks);
        });
  }

  private static List<LineRow> sorted(Map<Object, LineRow> rows) {
    List<LineRow> sorted = new ArrayList<>(rows.values());
    sorted.sort(ORDER);
    return sorted;
  }
}
