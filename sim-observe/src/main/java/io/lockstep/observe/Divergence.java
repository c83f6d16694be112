// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.EventPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The first interval in which two runs on a device differ. Events of one kind, component and tick
 * are compared as a multiset: their order is not guaranteed.
 *
 * @param to last tick; equal to the first if the tick is known
 * @param places all differing kinds and components, in the order of a tick's events; not empty
 * @param left sum over all events of the interval on the left
 * @param right sum over all events of the interval on the right
 */
public record Divergence(long from, long to, List<Place> places, long left, long right) {
  /** A kind and component whose events differ, with the numbers of events, which may be equal. */
  public record Place(EventPlace place, long left, long right) {}

  public Divergence {
    places = List.copyOf(places);
  }

  /** Returns whether the difference is narrowed down to a tick. */
  public boolean isTick() {
    return from == to;
  }

  /**
   * Compares two runs on a device by the intervals of the coarser one, from the later of the two
   * first ticks, and returns the earliest differing interval, or empty if there is none.
   */
  public static Optional<Divergence> first(DeviceFingerprints left, DeviceFingerprints right) {
    int shift = Math.max(left.shift(), right.shift());
    long start = Math.max(left.subject().from(), right.subject().from());
    Cursor l = new Cursor(left, shift - left.shift());
    Cursor r = new Cursor(right, shift - right.shift());
    while (!l.atEnd() || !r.atEnd()) {
      long interval = Math.min(l.interval(), r.interval());
      Map<EventPlace, long[]> sums =
          new HashMap<>(); // event count and sum of the left side, then of the right side
      l.take(interval, sums, 0);
      r.take(interval, sums, 2);
      long from = interval << shift;
      if (from < start) {
        continue;
      }
      List<Place> places = new ArrayList<>();
      long[] total = new long[2];
      boolean equal = true;
      for (long[] s : sums.values()) {
        equal &= s[0] == s[2] && s[1] == s[3];
        total[0] += s[1];
        total[1] += s[3];
      }
      if (!equal) {
        new TreeMap<>(sums)
            .forEach(
                (place, s) -> {
                  if (s[0] != s[2] || s[1] != s[3]) {
                    places.add(new Place(place, s[0], s[2]));
                  }
                });
        long to = from + (1L << shift) - 1;
        return Optional.of(new Divergence(from, to, places, total[0], total[1]));
      }
    }
    return Optional.empty();
  }

  /** Iterates over a table, combining {@code 2^longer} intervals. */
  private static final class Cursor {
    private final DeviceFingerprints of;
    private final int longer;
    private int at;

    Cursor(DeviceFingerprints of, int longer) {
      this.of = of;
      this.longer = longer;
    }

    boolean atEnd() {
      return at == of.size();
    }

    long interval() {
      return atEnd() ? Long.MAX_VALUE : of.interval(at) >> longer;
    }

    void take(long interval, Map<EventPlace, long[]> into, int column) {
      for (; interval() == interval; at++) {
        long[] s = into.computeIfAbsent(of.places().get(of.place(at)), p -> new long[4]);
        s[column] += of.events(at);
        s[column + 1] += of.sum(at);
      }
    }
  }
}
