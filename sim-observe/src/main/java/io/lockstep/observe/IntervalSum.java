// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import java.math.BigInteger;
import java.util.TreeMap;

/**
 * Sums of amounts by intervals of equal length, read in order of time. Each amount is divided among
 * the intervals of its time in whole numbers that add up to it. Memory depends on the number of
 * changes of the sum, not on the length of time.
 */
final class IntervalSum {
  /** The result of {@link #next} if no interval remains. */
  static final long NEVER = Long.MAX_VALUE;

  private final long interval;
  private final TreeMap<Long, Long> points =
      new TreeMap<>(); // amounts of single intervals, by number
  private final TreeMap<Long, Long> steps =
      new TreeMap<>(); // changes of the amount from an interval on, by number
  private long level; // sum of all past steps
  private long back = NEVER; // interval at which the sum changes after a taken point

  IntervalSum(long interval) {
    this.interval = interval;
  }

  /** Spreads an amount evenly over a non-empty time that begins after the intervals taken. */
  void add(long start, long end, long amount) {
    long first = start / interval;
    long last = (end - 1) / interval;
    long left = amount;
    if (last > first) {
      long tail = share(amount, end - last * interval, end - start);
      point(last, tail);
      left -= tail;
    }
    if (last > first + 1) {
      long each = share(amount, interval, end - start);
      steps.merge(first + 1, each, Long::sum);
      steps.merge(last, -each, Long::sum);
      left -= each * (last - first - 1);
    }
    point(first, left);
  }

  private void point(long number, long amount) {
    points.merge(number, amount, Long::sum);
  }

  private static long share(long amount, long part, long whole) {
    return BigInteger.valueOf(amount)
        .multiply(BigInteger.valueOf(part))
        .divide(BigInteger.valueOf(whole))
        .longValueExact();
  }

  /** Returns the next interval whose sum may differ from that of the previous interval. */
  long next() {
    long next = back;
    if (!points.isEmpty()) {
      next = Math.min(next, points.firstKey());
    }
    return steps.isEmpty() ? next : Math.min(next, steps.firstKey());
  }

  /** Removes the {@link #next} interval, which must be complete, and returns its sum. */
  long take(long number) {
    Long step = steps.remove(number);
    level += step == null ? 0 : step;
    Long point = points.remove(number);
    back = point == null ? NEVER : number + 1;
    return level + (point == null ? 0 : point);
  }
}
