package io.lockstep.explain.trial;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Real numbers as documents have them. Stateless. */
public final class Decimals {
  private static final int DIGITS = 9;

  private static final MathContext SIGNIFICANT = new MathContext(12);

  private Decimals() {}

  /**
   * {@return a number with twelve significant digits}
   *
   * @param value any number
   */
  public static BigDecimal significant(double value) {
    return new BigDecimal(value).round(SIGNIFICANT);
  }

  /**
   * {@return a number with nine digits behind the point; null where it is none}
   *
   * @param value any, or not a number
   */
  public static BigDecimal of(double value) {
    return Double.isNaN(value)
        ? null
        : new BigDecimal(value).setScale(DIGITS, RoundingMode.HALF_UP);
  }
}
