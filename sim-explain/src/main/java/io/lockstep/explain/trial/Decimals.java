package io.lockstep.explain.trial;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Real numbers as documents have them. Stateless. */
public final class Decimals {
  private static final int DIGITS = 9;

  private Decimals() {}

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
