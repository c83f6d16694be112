// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.experiment;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Formats real numbers for documents and for readers. */
public final class Decimals {
  private static final MathContext SIGNIFICANT = new MathContext(12);

  private Decimals() {}

  public static BigDecimal significant(double value) {
    return new BigDecimal(value).round(SIGNIFICANT);
  }

  /**
   * Formats a relative difference for readers: {@code +11.0 %}, or {@code 19.9 ×} for a factor of
   * two or more in either direction.
   */
  public static String change(double ratio) {
    return isFactor(ratio)
        ? times(ratio)
        : String.format(Locale.ROOT, "%+.1f %%", 100 * (ratio - 1));
  }

  /**
   * Formats the difference of two times for readers: {@code slower by 11.0 %}, {@code faster by 3.0
   * %}, or {@code 19.9 × slower} for a factor of two or more.
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

  /** Formats three significant digits, or all digits before the decimal point. */
  private static String times(double ratio) {
    int digits = ratio >= 99.95 ? 0 : ratio >= 9.995 ? 1 : ratio >= 0.9995 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + digits + "f ×", ratio);
  }

  /** Formats a factor with three decimals. */
  public static String factor(double factor) {
    return String.format(Locale.ROOT, "%.3f", factor);
  }

  /** Formats a fraction in per cent. */
  public static String percent(double share, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f %%", 100 * share);
  }

  /** Formats two standard errors of a logarithm in per cent; a question mark if unknown. */
  public static String error(double error) {
    return Double.isNaN(error) ? "?" : percent(error, 1);
  }
}
