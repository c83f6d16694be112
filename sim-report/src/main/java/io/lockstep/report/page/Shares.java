// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Rounds shares of a whole to tenths of a per cent that add up to 100 %. */
public final class Shares {
  private static final int WHOLE = 1000;

  private Shares() {}

  /**
   * Returns tenths of a per cent that add up to 1000, by the largest-remainder method; zeros if the
   * sum is zero.
   *
   * @param parts parts of the whole, not negative
   */
  public static int[] of(long[] parts) {
    int[] tenths = new int[parts.length];
    long sum = Arrays.stream(parts).sum();
    if (sum == 0) {
      return tenths;
    }
    double[] rests = new double[parts.length];
    int given = 0;
    for (int i = 0; i < parts.length; i++) {
      double exact = (double) parts[i] * WHOLE / sum;
      tenths[i] = (int) exact;
      rests[i] = exact - tenths[i];
      given += tenths[i];
    }
    IntStream.range(0, parts.length)
        .boxed()
        // The sort is stable, so that the first of equal remainders is rounded up first.
        .sorted((a, b) -> Double.compare(rests[b], rests[a]))
        .limit(Math.max(0, WHOLE - given))
        .forEach(i -> tenths[i]++);
    return tenths;
  }

  /** Formats tenths of a per cent as per cent. */
  public static String text(int tenths) {
    return tenths / 10 + "." + tenths % 10;
  }
}
