package io.lockstep.core.engine;

import java.util.Arrays;

/** Free places in an array by order: order k has room for 16·2^k. */
final class RoomPool {
  private static final int SMALLEST_LOG = 4;

  /** Buckets do not begin with more than this: one large bucket must not make all others large. */
  private static final int LARGEST_USUAL = 5;

  private final int[][] free = new int[31 - SMALLEST_LOG][16];
  private final int[] count = new int[free.length];

  static int size(int order) {
    return 1 << order + SMALLEST_LOG;
  }

  /** The order that has exactly such a room. */
  static int order(int size) {
    return Integer.numberOfTrailingZeros(size) - SMALLEST_LOG;
  }

  /** The order with which a bucket like one of so many events should begin. */
  static int usual(int events) {
    int order = 32 - Integer.numberOfLeadingZeros(events - 1) - SMALLEST_LOG;
    return Math.max(0, Math.min(LARGEST_USUAL, order));
  }

  /** A free place, or -1. */
  int take(int order) {
    int n = count[order];
    if (n == 0) {
      return -1;
    }
    count[order] = n - 1;
    return free[order][n - 1];
  }

  void give(int place, int order) {
    int n = count[order];
    if (n == free[order].length) {
      free[order] = Arrays.copyOf(free[order], 2 * n);
    }
    free[order][n] = place;
    count[order] = n + 1;
  }

  void clear() {
    Arrays.fill(count, 0);
  }
}
