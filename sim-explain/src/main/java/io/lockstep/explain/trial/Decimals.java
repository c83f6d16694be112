package io.lockstep.explain.trial;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Real numbers as documents have them, and as people read them. */
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
   * {@return the difference between two values, for people: {@code +11.0 %}, and from twice or half
   * of it on {@code 19.9 ×}}
   *
   * @param ratio the value by the other, positive
   */
  public static String change(double ratio) {
    return isFactor(ratio)
        ? times(ratio)
        : String.format(Locale.ROOT, "%+.1f %%", 100 * (ratio - 1));
  }

  /**
   * {@return the difference between two times, for people: {@code slower by 11.0 %}, {@code faster
   * by 3.0 %}, and from twice or half of it on {@code 19.9 × slower}}
   *
   * @param ratio the time by the other, positive
   */
  public static String slower(double ratio) {
    boolean faster = ratio <= 1;
    if (isFactor(ratio)) {
      return times(faster ? 1 / ratio : ratio) + (faster ? " faster" : " slower");
    }
    return String.format(
        Locale.ROOT, "%s by %.1f %%", faster ? "faster" : "slower", 100 * Math.abs(ratio - 1));
  }

  private static boolean isFactor(double ratio) {
    return ratio >= 2 || ratio <= 0.5;
  }

  /** A number with three digits, or all before the decimal point. */
  private static String times(double ratio) {
    int digits = ratio >= 99.95 ? 0 : ratio >= 9.995 ? 1 : ratio >= 0.9995 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + digits + "f ×", ratio);
  }

  /**
   * {@return a number with nine digits after the decimal point; null if it is none}
   *
   * @param value any, or not a number
   */
  public static BigDecimal of(double value) {
    return Double.isNaN(value)
        ? null
        : new BigDecimal(value).setScale(DIGITS, RoundingMode.HALF_UP);
  }
}
