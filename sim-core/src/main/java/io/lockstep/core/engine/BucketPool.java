package io.lockstep.core.engine;

import java.util.Arrays;

/** Free arrays by size: 4, 8, 16, … longs. What a bucket outgrows or gives up, another takes. */
final class BucketPool {
  static final int SMALLEST = 4;
  private static final int SMALLEST_LOG = 2;
  private final long[][][] free = new long[32 - SMALLEST_LOG][][];
  private final int[] count = new int[free.length];

  /** An array of the smallest size. */
  long[] take() {
    return take(0, SMALLEST);
  }

  /** An array of twice the size with the same content; the old one is given back. */
  long[] grow(long[] full) {
    long[] larger = take(order(full) + 1, 2 * full.length);
    System.arraycopy(full, 0, larger, 0, full.length);
    give(full);
    return larger;
  }

  void give(long[] array) {
    int order = order(array);
    long[][] stack = free[order];
    int n = count[order];
    if (stack == null) {
      free[order] = stack = new long[16][];
    } else if (n == stack.length) {
      free[order] = stack = Arrays.copyOf(stack, 2 * n);
    }
    stack[n] = array;
    count[order] = n + 1;
  }

  private long[] take(int order, int length) {
    int n = count[order];
    if (n == 0) {
      return new long[length];
    }
    count[order] = n - 1;
    return free[order][n - 1];
  }

  private static int order(long[] array) {
    return Integer.numberOfTrailingZeros(array.length) - SMALLEST_LOG;
  }
}
