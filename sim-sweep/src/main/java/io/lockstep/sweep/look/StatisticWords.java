// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.run.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** Describes changed statistics for users. */
final class StatisticWords {
  private static final int MOST = 4;
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private StatisticWords() {}

  /** Formats the first changed statistics, and the number of further ones. */
  static List<String> parts(List<StatisticChange> all) {
    List<String> parts = new ArrayList<>();
    for (StatisticChange s : all.subList(0, Math.min(MOST, all.size()))) {
      parts.add(s.name() + " " + difference(s));
    }
    if (all.size() > MOST) {
      parts.add(all.size() - MOST + " statistics more");
    }
    return parts;
  }

  private static String difference(StatisticChange s) {
    if (s.was().isEmpty()) {
      return "new";
    }
    if (s.now().isEmpty()) {
      return "gone";
    }
    BigDecimal was = s.was().get();
    BigDecimal now = s.now().get();
    if (was.signum() == 0) {
      return "0 -> " + Numbers.exact(now);
    }
    BigDecimal percent =
        now.subtract(was).multiply(HUNDRED).divide(was.abs(), 1, RoundingMode.HALF_UP);
    return percent.signum() == 0
        ? was.toPlainString() + " -> " + now.toPlainString()
        : (percent.signum() > 0 ? "+" : "") + percent.toPlainString() + "%";
  }
}
