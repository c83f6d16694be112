// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import java.util.Locale;

final class SentenceNumbers {
  private static final double TWICE = 2;

  private SentenceNumbers() {}

  /** Describes the effect of a factor on the time. */
  static String effect(double factor) {
    if (factor >= TWICE || factor <= 1 / TWICE) {
      return String.format(Locale.ROOT, "%.2f of the time", factor);
    }
    return factor >= 1
        ? String.format(Locale.ROOT, "%.1f %% more time", 100 * (factor - 1))
        : String.format(Locale.ROOT, "%.1f %% less time", 100 * (1 - factor));
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  static String times(double quotient) {
    return String.format(Locale.ROOT, "%.2f times", quotient);
  }

  static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.1f", value);
  }
}
