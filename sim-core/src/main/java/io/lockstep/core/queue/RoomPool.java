// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.queue;

import java.util.Arrays;

/** A pool of free ranges of an array. Ranges of order k have room for 16·2^k events. */
final class RoomPool {
  private static final int SMALLEST_LOG = 4;

  // Largest initial order, so that one large bucket does not make all others large.
  private static final int LARGEST_USUAL = 5;

  private final int[][] free = new int[31 - SMALLEST_LOG][16];
  private final int[] count = new int[free.length];

  static int size(int order) {
    return 1 << order + SMALLEST_LOG;
  }

  static int order(int size) {
    return Integer.numberOfTrailingZeros(size) - SMALLEST_LOG;
  }

  /** Returns the initial order of new buckets, given the size of a recent bucket. */
  static int usual(int events) {
    int order = 32 - Integer.numberOfLeadingZeros(events - 1) - SMALLEST_LOG;
    return Math.max(0, Math.min(LARGEST_USUAL, order));
  }

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
}
