// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

/** Functions on doubles that {@link StrictMath} does not have. */
final class Reals {
  private static final double LN2 = StrictMath.log(2);

  private Reals() {}

  /** Returns the binary logarithm, which is exact for powers of two. */
  static double log2(double a) {
    int exponent = Math.getExponent(a);
    boolean isPower = Math.abs(exponent) <= Double.MAX_EXPONENT && a == Math.scalb(1.0, exponent);
    return isPower ? exponent : StrictMath.log(a) / LN2;
  }

  /** Returns the nearest whole number, halves away from zero, like C's round. */
  static double round(double a) {
    double down = StrictMath.floor(Math.abs(a));
    double up = Math.abs(a) - down >= 0.5 ? down + 1 : down;
    return a < 0 ? -up : up;
  }

  static double truncate(double a) {
    return a < 0 ? StrictMath.ceil(a) : StrictMath.floor(a);
  }

  /**
   * Converts a rounded number to 64 bits.
   *
   * @throws ArithmeticException if the number does not fit
   */
  static long whole(String function, double a, double rounded) {
    if (!(rounded >= -0x1p63 && rounded < 0x1p63)) {
      throw new ArithmeticException(function + " of " + a + " does not fit 64 bits");
    }
    return (long) rounded;
  }
}
