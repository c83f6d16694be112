// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.print;

/** Formats doubles as C's {@code %a} does. */
final class HexFloat {
  private static final int FRACTION_BITS = 52;
  private static final int FRACTION_DIGITS = FRACTION_BITS / 4;
  private static final int BIAS = 1023;

  private HexFloat() {}

  /**
   * Returns the magnitude of a finite number in hexadecimal digits, without sign and "0x".
   *
   * @param precision digits after the point, rounded to nearest even; negative for as many as the
   *     number needs
   * @param point whether a point is written without digits after it, too
   */
  static String digits(double value, int precision, boolean point) {
    long bits = Double.doubleToRawLongBits(value) & Long.MAX_VALUE;
    int biased = (int) (bits >>> FRACTION_BITS);
    long fraction = bits & (1L << FRACTION_BITS) - 1;
    long significand = biased == 0 ? fraction : fraction | 1L << FRACTION_BITS;
    int exponent = bits == 0 ? 0 : Math.max(1, biased) - BIAS;
    if (precision >= 0 && precision < FRACTION_DIGITS) {
      significand = round(significand, FRACTION_BITS - 4 * precision);
    }
    String text =
        String.format("%0" + FRACTION_DIGITS + "x", significand & (1L << FRACTION_BITS) - 1);
    if (precision < 0) {
      text = text.replaceFirst("0+$", "");
    } else if (precision <= FRACTION_DIGITS) {
      text = text.substring(0, precision);
    } else {
      text += "0".repeat(precision - FRACTION_DIGITS);
    }
    // As glibc does, a carry into the first digit leaves the exponent: 0x2p+0.
    return (significand >>> FRACTION_BITS)
        + (text.isEmpty() && !point ? "" : "." + text)
        + (exponent < 0 ? "p" : "p+")
        + exponent;
  }

  /** Rounds off the lowest bits, to nearest even. */
  private static long round(long value, int bits) {
    long unit = 1L << bits;
    long rest = value & unit - 1;
    long down = value - rest;
    boolean up = rest > unit / 2 || rest == unit / 2 && (down & unit) != 0;
    return up ? down + unit : down;
  }
}
