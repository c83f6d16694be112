package io.lockstep.judge.validation;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalDouble;

/** Figures of rows and scores as people read them. */
public final class ValidationText {
  private static final MathContext SHOWN = new MathContext(4);

  private ValidationText() {}

  /**
   * {@return a number with at least four significant digits; empty without a value}
   *
   * @param value a row's
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
   * {@return percent with one digit}
   *
   * @param share 1 is 100 %
   * @param signed whether a plus is written
   */
  public static String percent(OptionalDouble share, boolean signed) {
    if (share.isEmpty()) {
      return "";
    }
    return String.format(Locale.ROOT, signed ? "%+.1f%%" : "%.1f%%", 100 * share.getAsDouble());
  }

  /**
   * {@return a factor with three digits after the decimal point}
   *
   * @param factor between values
   */
  public static String factor(OptionalDouble factor) {
    return factor.isEmpty() ? "" : String.format(Locale.ROOT, "%.3f", factor.getAsDouble());
  }

  /**
   * {@return the outcome of a row without a value}
   *
   * @param row of a suite
   */
  public static String status(RowResult row) {
    return row.status().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
