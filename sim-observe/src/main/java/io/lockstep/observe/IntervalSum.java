package io.lockstep.observe;

import java.math.BigInteger;
import java.util.TreeMap;

/**
 * Amounts by intervals of equal length, looked at in the order of time: what is spread over a time
 * is split to whole numbers that add up. However long that time is, only where sums change is kept.
 * Not thread-safe.
 */
final class IntervalSum {
  /** No interval. */
  static final long NEVER = Long.MAX_VALUE;

  private final long interval;
  private final TreeMap<Long, Long> points = new TreeMap<>(); // by number of the interval
  private final TreeMap<Long, Long> steps = new TreeMap<>(); // from that interval on
  private long level; // of all steps so far
  private long back = NEVER; // the interval behind one with a point

  IntervalSum(long interval) {
    this.interval = interval;
  }

  /** Spreads an amount evenly over a time that is not empty, and not before what was taken. */
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

  /** The next interval whose sum may be another than that of the one before. */
  long next() {
    long next = back;
    if (!points.isEmpty()) {
      next = Math.min(next, points.firstKey());
    }
    return steps.isEmpty() ? next : Math.min(next, steps.firstKey());
  }

  /** The sum of the {@link #next} interval, which is over. */
  long take(long number) {
    Long step = steps.remove(number);
    level += step == null ? 0 : step;
    Long point = points.remove(number);
    back = point == null ? NEVER : number + 1;
    return level + (point == null ? 0 : point);
  }
}
