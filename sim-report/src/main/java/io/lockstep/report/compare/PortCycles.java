// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.run.RunResult;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The issue cycles of a result by stall reason. Cycles outside of launches are excluded if the
 * model distinguishes them.
 *
 * @param common cycles by common stall reason; reasons that the family does not count are absent
 * @param own cycles by name of the family's statistic
 * @param inLaunches whether time outside of launches is excluded
 */
record PortCycles(Map<CommonCause, Long> common, SortedMap<String, Long> own, boolean inLaunches) {
  static PortCycles of(RunResult r) {
    Map<CommonCause, Long> common = new EnumMap<>(CommonCause.class);
    SortedMap<String, Long> own = new TreeMap<>();
    boolean told = r.lines() != null && r.lines().isTold();
    if (told) {
      long[] cycles = r.lines().inLaunches();
      for (IssueCause cause : r.lines().causes()) {
        common.merge(cause.common(), cycles[cause.ordinal()], Long::sum);
        own.put(cause.statistic(), cycles[cause.ordinal()]);
      }
    } else {
      for (CommonCause cause : CommonCause.values()) {
        BigDecimal value = r.statistics().get(cause.statistic());
        if (value != null) {
          common.put(cause, value.longValue());
        }
      }
      r.statistics()
          .forEach(
              (name, value) -> {
                if (name.startsWith(IssueCause.PREFIX)) {
                  own.put(name, value.longValue());
                }
              });
    }
    return new PortCycles(
        Collections.unmodifiableMap(common), Collections.unmodifiableSortedMap(own), told);
  }

  /** Returns the cycles of a stall reason; 0 if the family does not count it. */
  long of(CommonCause cause) {
    return common.getOrDefault(cause, 0L);
  }

  long all() {
    return common.values().stream().mapToLong(c -> c).sum();
  }
}
