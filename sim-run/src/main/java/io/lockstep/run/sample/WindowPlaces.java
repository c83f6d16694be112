// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import java.util.ArrayList;
import java.util.List;

/**
 * Places the windows of a launch whose rounds differ in work. After the first and the last one,
 * each window goes to the gap that needs it most: a long one, or one whose work per round differs
 * from the interpolation between the windows on its sides. It is placed where the difference is
 * largest. Immutable.
 */
final class WindowPlaces {
  /** Weight of a gap's length beside the deviation of its work, in the mean work of a round. */
  private static final double LENGTH = 0.25;

  private final LaunchWork work;
  private final long round;
  private final int each; // rounds of a window
  private final int warmUp; // rounds

  WindowPlaces(LaunchWork work, long round, long each, long warmUp) {
    this.work = work;
    this.round = round;
    this.each = (int) each;
    this.warmUp = (int) warmUp;
  }

  /** The best place for a window in a gap, in rounds, and how much it is needed. */
  private record Place(long start, double need) {}

  /**
   * Returns the first group of each window.
   *
   * @param rounds rounds of the launch up to the end of the last window
   */
  long[] of(long rounds, int windows) {
    List<Long> starts = new ArrayList<>(List.of(0L, rounds - each));
    while (starts.size() < windows) {
      int at = 1;
      Place best = new Place(0, -1);
      for (int k = 1; k < starts.size(); k++) {
        Place place = place(starts.get(k - 1), starts.get(k), rounds);
        if (place.need > best.need) {
          best = place;
          at = k;
        }
      }
      starts.add(at, best.start);
    }
    return starts.stream().mapToLong(s -> s * round).toArray();
  }

  /** Returns the work per round that a window measures. */
  private double measured(long start) {
    long from = start + warmUp;
    long to = start + each;
    return (double) work.between(from * round, to * round) / (to - from);
  }

  private Place place(long left, long right, long rounds) {
    long from = left + each;
    long last = right - each;
    if (last < from) {
      return new Place(from, -1);
    }
    double before = measured(left);
    double after = measured(right);
    double mean = (double) work.between(0, rounds * round) / rounds;
    long place = (from + last) / 2;
    double most = 0;
    for (long start = from; start <= last; start++) {
      double share = (double) (start - left) / (right - left);
      double difference = Math.abs(measured(start) - before - share * (after - before));
      if (difference > most) {
        most = difference;
        place = start;
      }
    }
    if (most < LENGTH * mean) {
      place = (from + last) / 2;
    }
    return new Place(place, (right - from) * (most + LENGTH * mean));
  }
}
