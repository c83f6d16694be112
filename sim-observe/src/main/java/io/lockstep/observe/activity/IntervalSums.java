// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.activity;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Sums of amounts by intervals of time. Intervals double as time goes on, so that memory is
 * bounded: each series has at most {@link #MOST}. Sums do not depend on the order of additions.
 */
final class IntervalSums {
  /** Maximum number of intervals; even. */
  static final int MOST = 192;

  private long[][] sums; // by series; null if nothing was added
  private long width;

  IntervalSums(int series, long shortest) {
    sums = new long[series][];
    width = shortest;
  }

  /** Adds a series; returns its number. */
  int another() {
    sums = Arrays.copyOf(sums, sums.length + 1);
    return sums.length - 1;
  }

  long width() {
    return width;
  }

  /** Widens intervals until they cover a time. */
  void reach(long until) {
    while (until > width * MOST) {
      widen();
    }
  }

  /** Widens intervals to at least a width, by powers of two. */
  void widenTo(long least) {
    while (width < least) {
      widen();
    }
  }

  /** Distributes an amount evenly over intervals in whole numbers that add up to the amount. */
  void add(int series, long from, long until, long amount) {
    reach(until);
    if (sums[series] == null) {
      sums[series] = new long[MOST];
    }
    long[] to = sums[series];
    long given = 0;
    for (long at = from; at < until; ) {
      int interval = (int) (at / width);
      long next = Math.min(until, (interval + 1) * width);
      long reached = part(amount, next - from, until - from);
      to[interval] += reached - given;
      given = reached;
      at = next;
    }
  }

  private static long part(long amount, long time, long whole) {
    if (amount == whole) {
      return time;
    }
    if (Math.multiplyHigh(amount, time) == 0 && amount * time >= 0) {
      return amount * time / whole;
    }
    BigInteger product = BigInteger.valueOf(amount).multiply(BigInteger.valueOf(time));
    return product.divide(BigInteger.valueOf(whole)).longValueExact();
  }

  /** Adds a series to an array, whose last element also receives all later intervals. */
  void addTo(long[] all, int series) {
    for (int i = 0; sums[series] != null && i < MOST; i++) {
      all[Math.min(i, all.length - 1)] += sums[series][i];
    }
  }

  private void widen() {
    width *= 2;
    for (long[] of : sums) {
      for (int i = 0; of != null && i < MOST; i++) {
        of[i] = i < MOST / 2 ? of[2 * i] + of[2 * i + 1] : 0;
      }
    }
  }
}
