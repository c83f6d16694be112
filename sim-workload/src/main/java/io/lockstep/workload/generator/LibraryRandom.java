// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.generator;

/**
 * The numbers that glibc's {@code rand()} returns after {@code srand(seed)}, from its additive
 * feedback generator of degree 31. Host programs fill their inputs with these numbers.
 */
final class LibraryRandom {
  private static final int DEGREE = 31;
  private static final int SEPARATION = 3;
  private static final int DISCARDED = 10 * DEGREE;

  private final int[] state = new int[DEGREE];
  private int oldest;

  /**
   * @param seed seed as passed to {@code srand}; 0 is treated as 1
   */
  LibraryRandom(int seed) {
    int word = seed == 0 ? 1 : seed;
    for (int i = 0; i < DEGREE; i++) {
      state[i] = word;
      word = (int) (16807L * word % Integer.MAX_VALUE);
      word += word < 0 ? Integer.MAX_VALUE : 0;
    }
    oldest = SEPARATION; // initial front pointer of the C library
    for (int i = 0; i < DISCARDED; i++) {
      next();
    }
  }

  /** Returns the next number, from 0 to 2³¹ − 1. */
  int next() {
    int behind = oldest - SEPARATION;
    int word = state[oldest] += state[behind < 0 ? behind + DEGREE : behind];
    oldest = oldest + 1 == DEGREE ? 0 : oldest + 1;
    return word >>> 1;
  }
}
