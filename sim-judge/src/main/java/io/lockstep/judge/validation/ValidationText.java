// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalDouble;

/** Formats values and scores for readers. */
public final class ValidationText {
  private static final MathContext SHOWN = new MathContext(4);

  private ValidationText() {}

  /**
   * Formats a number with four significant digits, or all digits of its integral part; empty
   * without a value.
   */
  public static String value(OptionalDouble value) {
    if (value.isEmpty()) {
      return "";
    }
    double v = value.getAsDouble();
    if (Math.abs(v) >= 1000) {
      return String.format(Locale.ROOT, "%.0f", v);
    }
    BigDecimal short4 = new BigDecimal(v).round(SHOWN).stripTrailingZeros();
    return short4.scale() > 9 ? short4.toString() : short4.toPlainString();
  }

  /**
   * Formats a percentage with one decimal; empty without a value.
   *
   * @param share fraction; 1 is formatted as 100 %
   * @param signed whether to write a plus sign
   */
  public static String percent(OptionalDouble share, boolean signed) {
    if (share.isEmpty()) {
      return "";
    }
    return String.format(Locale.ROOT, signed ? "%+.1f%%" : "%.1f%%", 100 * share.getAsDouble());
  }

  public static String factor(OptionalDouble factor) {
    return factor.isEmpty() ? "" : String.format(Locale.ROOT, "%.3f", factor.getAsDouble());
  }

  public static String status(RowResult row) {
    return row.status().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
