// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.queue;

import java.util.Arrays;

/** A pool of free arrays, shared by lists. Arrays of order k hold 4·2^k longs. */
final class BucketPool {
  private static final int SMALLEST_LOG = 2;

  // Largest initial order, so that one large list does not make all others large.
  private static final int LARGEST_USUAL = 5;

  private final long[][][] free = new long[32 - SMALLEST_LOG][16][];
  private final int[] count = new int[free.length];

  /** Returns the initial order of new lists, given the length of a recent list. */
  static int usual(int longs) {
    int order = 32 - Integer.numberOfLeadingZeros(longs - 1) - SMALLEST_LOG;
    return Math.max(0, Math.min(LARGEST_USUAL, order));
  }

  /** Returns a free array of the order or of the next one, or else a new array. */
  long[] take(int order) {
    for (int k = order; k < order + 2; k++) {
      int n = count[k];
      if (n > 0) {
        count[k] = n - 1;
        return free[k][n - 1];
      }
    }
    return new long[1 << order + SMALLEST_LOG];
  }

  long[] grow(long[] full) {
    long[] larger = take(order(full) + 1);
    System.arraycopy(full, 0, larger, 0, full.length);
    give(full);
    return larger;
  }

  void give(long[] array) {
    int order = order(array);
    long[][] stack = free[order];
    int n = count[order];
    if (n == stack.length) {
      free[order] = stack = Arrays.copyOf(stack, 2 * n);
    }
    stack[n] = array;
    count[order] = n + 1;
  }

  private static int order(long[] array) {
    return Integer.numberOfTrailingZeros(array.length) - SMALLEST_LOG;
  }
}
