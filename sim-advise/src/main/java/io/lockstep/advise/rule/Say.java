// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.inspect.card.AccessCard;
import io.lockstep.kernel.ir.Op;
import java.util.Locale;

final class Say {
  private Say() {}

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  static String one(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.1f", value);
  }

  static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  static String sentence(String words) {
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  static String operation(AccessCard access) {
    return access.op() == Op.STORE ? "store" : access.op() == Op.ATOMIC ? "atomic" : "load";
  }
}
