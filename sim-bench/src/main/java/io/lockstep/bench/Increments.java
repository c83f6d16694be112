// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import java.util.function.LongToIntFunction;

/** Tables of event delays, drawn in advance so that drawing does not affect measurements. */
public final class Increments {
  static final int SIZE = 1 << 16;
  static final int MASK = SIZE - 1;

  private Increments() {}

  /**
   * Returns delays of GPU models: 60 % of 1, 4 or 8 ticks, 30 % of 20 to 40, 10 % of 200 to 800.
   */
  public static int[] gpu() {
    int[] near = {1, 4, 8};
    return table(
        r -> {
          long choice = r % 10;
          r /= 10;
          return (int)
              (choice < 6 ? near[(int) (r % 3)] : choice < 9 ? 20 + r % 21 : 200 + r % 601);
        });
  }

  /** Returns exponentially distributed delays with a mean of 1,000 ticks. */
  public static int[] exponential() {
    return table(r -> 1 + (int) (-1000 * StrictMath.log((r % (1L << 40) + 1) * 0x1p-40)));
  }

  /** Returns bimodal delays: 90 % of 1 to 100 ticks, 10 % of 9,000 to 11,000. */
  public static int[] bimodal() {
    return table(r -> (int) (r % 10 == 0 ? 9_000 + r / 10 % 2_001 : 1 + r / 10 % 100));
  }

  private static int[] table(LongToIntFunction draw) {
    int[] table = new int[SIZE];
    long state = 42;
    for (int i = 0; i < SIZE; i++) {
      table[i] = draw.applyAsInt(mix(++state) >>> 1);
    }
    return table;
  }

  /** Applies the finalizer of SplitMix64 to a golden-ratio sequence. */
  static long mix(long x) {
    long h = x * 0x9E3779B97F4A7C15L;
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }
}
