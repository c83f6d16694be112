// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import java.util.Locale;

/** Formats amounts in sentences and tables. */
final class Amounts {
  private Amounts() {}

  static String each(double value) {
    return String.format(Locale.ROOT, "%,.2f", value);
  }

  static String count(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  static String bytes(double value) {
    return value >= 1e6
        ? String.format(Locale.ROOT, "%,.2f MB", value / 1e6)
        : String.format(Locale.ROOT, "%,.1f kB", value / 1e3);
  }

  static String cycles(double value) {
    return value >= 1e6
        ? String.format(Locale.ROOT, "%,.2f M cycles", value / 1e6)
        : String.format(Locale.ROOT, "%,.1f k cycles", value / 1e3);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
