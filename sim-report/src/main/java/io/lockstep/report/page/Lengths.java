// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import io.lockstep.run.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers of pages, independent of the locale. */
public final class Lengths {
  private static final double[] LEAST = {100, 10, 1, 0.1, 0.01};
  private static final int[] DIGITS = {0, 1, 2, 3, 4};

  private Lengths() {}

  /**
   * Formats a length with at most one decimal.
   *
   * @param length length in pixels or per cent
   */
  public static String at(double length) {
    long tenths = Math.round(length * 10);
    return tenths % 10 == 0
        ? Long.toString(tenths / 10)
        : (tenths < 0 ? "-" : "") + Math.abs(tenths) / 10 + "." + Math.abs(tenths % 10);
  }

  /**
   * Formats a ratio with three significant digits, like the page's script.
   *
   * @param ratio ratio, not negative
   */
  public static String ratio(double ratio) {
    for (int i = 0; i < LEAST.length; i++) {
      if (ratio >= LEAST[i]) {
        return fixed(ratio, DIGITS[i]);
      }
    }
    return fixed(ratio, 5);
  }

  public static String fixed(double value, int digits) {
    return new BigDecimal(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
  }

  /** Formats picoseconds as microseconds with two decimals and grouped thousands. */
  public static String micros(long picos) {
    return Numbers.micros(picos);
  }

  /** Formats an integer with grouped thousands. */
  public static String grouped(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /**
   * Formats a number with a metric prefix, for example {@code 1.5 T}.
   *
   * @param value value, not negative
   * @param unit unit symbol that follows the prefix
   */
  public static String scaled(double value, String unit) {
    String[] prefixes = {"", "k", "M", "G", "T", "P"};
    double v = value;
    int i = 0;
    while (v >= 999.5 && i < prefixes.length - 1) {
      v /= 1000;
      i++;
    }
    String digits =
        v >= 100 || v == Math.rint(v) ? fixed(v, 0) : v >= 10 ? fixed(v, 1) : fixed(v, 2);
    return digits + " " + prefixes[i] + unit;
  }
}
