// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.design;

/**
 * Random numbers that depend on the seed alone, on every Java machine: SplitMix64 (Steele, Lea,
 * Flood: Fast splittable pseudorandom number generators, 2014).
 */
final class SeededNumbers {
  private static final long STEP = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1p-53;

  private long state;

  SeededNumbers(long seed) {
    state = seed;
  }

  long bits() {
    state += STEP;
    long z = state;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  double share() {
    return (bits() >>> 11) * UNIT;
  }

  /** Returns a random permutation of the numbers from 0 to count - 1. */
  int[] order(int count) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = (int) (share() * (i + 1));
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }
}
