package io.lockstep.report.page;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Shares of a whole as tenths of a percent that add up to it. */
public final class Shares {
  private static final int WHOLE = 1000;

  private Shares() {}

  /**
   * {@return tenths of a percent that add up to 1000, by largest remainders; zeros if the sum is
   * zero}
   *
   * @param parts not negative
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
        .sorted((a, b) -> Double.compare(rests[b], rests[a])) // stable: the first of equal ones
        .limit(Math.max(0, WHOLE - given))
        .forEach(i -> tenths[i]++);
    return tenths;
  }

  /**
   * {@return tenths of a percent as percent}
   *
   * @param tenths of a percent
   */
  public static String text(int tenths) {
    return tenths / 10 + "." + tenths % 10;
  }
}
