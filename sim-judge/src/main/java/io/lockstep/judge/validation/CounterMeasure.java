// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.run.plugin.FamilyStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Expresses a counter of the vendor's profiler, in the profiler's unit, by a statistic. */
final class CounterMeasure {
  /** A counter, and the number by which it is divided or multiplied to get a statistic. */
  private static final Pattern DECLARED = Pattern.compile("(\\S+)(?: ([*/]) (\\d+))?");

  private static final Pattern UNIT = Pattern.compile("([kKMGT]?)bytes?|([num]?)s(?:econds?)?");

  /** Picoseconds, and the profiler's prefixes; those of bytes are decimal. */
  private static final Map<String, String> SCALES =
      Map.of("", "1", "k", "1e3", "K", "1e3", "M", "1e6", "G", "1e9", "T", "1e12");

  private static final Map<String, String> TIMES =
      Map.of("n", "1e3", "u", "1e6", "m", "1e9", "", "1e12");

  private CounterMeasure() {}

  /** Returns an expression of statistics; empty if the family has no statistic for the counter. */
  static Optional<String> of(FamilyStatistics family, String counter, String unit) {
    for (Map.Entry<String, String> e : family.counters().entrySet()) {
      Matcher declared = DECLARED.matcher(e.getValue());
      if (declared.matches() && declared.group(1).equals(counter)) {
        String factor =
            declared.group(2) == null
                ? ""
                : (declared.group(2).equals("/") ? " * " : " / ") + declared.group(3);
        return Optional.of(e.getKey() + factor + scale(unit));
      }
    }
    return Optional.empty();
  }

  private static String scale(String unit) {
    if (unit.equals("%")) {
      return " * 100";
    }
    Matcher known = UNIT.matcher(unit);
    if (!known.matches()) {
      return "";
    }
    return " / "
        + (known.group(1) == null ? TIMES.get(known.group(2)) : SCALES.get(known.group(1)));
  }
}
