// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.sweep;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats numbers with four significant digits. */
final class ShortNumber {
  private static final int DIGITS = 4;
  private static final MathContext FOUR = new MathContext(DIGITS, RoundingMode.HALF_UP);
  private static final double LEAST = 1e-4;
  private static final double MOST = 1e7;

  private ShortNumber() {}

  static String of(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal four = new BigDecimal(Math.abs(value)).round(FOUR);
    String sign = value < 0 ? "-" : "";
    double size = four.doubleValue();
    if (size >= LEAST && size < MOST) {
      return sign + four.stripTrailingZeros().toPlainString();
    }
    int exponent = four.precision() - four.scale() - 1;
    String digits = four.movePointLeft(exponent).stripTrailingZeros().toPlainString();
    return sign + digits + "e" + exponent;
  }
}
