package io.lockstep.run.observe;

import java.math.BigInteger;
import java.util.TreeMap;

/**
 * Amounts by intervals of equal length: what is spread over a time is split to whole numbers that
 * add up. Memory grows with the longest time that lies ahead. Not thread-safe.
 */
final class IntervalSum {
  private final long interval;
  private final TreeMap<Long, Long> sums = new TreeMap<>(); // by number of the interval

  IntervalSum(long interval) {
    this.interval = interval;
  }

  /** Spreads an amount evenly over a time that is not empty. */
  void add(long start, long end, long amount) {
    long given = 0;
    for (long at = start; at < end; ) {
      long number = at / interval;
      at = Math.min(end, (number + 1) * interval);
      long until = share(amount, at - start, end - start);
      sums.merge(number, until - given, Long::sum);
      given = until;
    }
  }

  private static long share(long amount, long part, long whole) {
    return BigInteger.valueOf(amount)
        .multiply(BigInteger.valueOf(part))
        .divide(BigInteger.valueOf(whole))
        .longValueExact();
  }

  /** Number of the first interval that has something, or a huge one. */
  long first() {
    return sums.isEmpty() ? Long.MAX_VALUE : sums.firstKey();
  }

  /** What an interval has; it has nothing from then on. */
  long take(long number) {
    Long sum = sums.remove(number);
    return sum == null ? 0 : sum;
  }
}
