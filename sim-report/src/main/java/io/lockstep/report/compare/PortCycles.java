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
 * Where a result's cycles of issue ports went: those of launches, where the model tells them apart,
 * else of the whole time.
 *
 * @param common by the causes that all families share; those that the family does not know are
 *     absent
 * @param own by the names of the family's own statistics
 * @param inLaunches whether time outside of launches is left out
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

  /** Cycles of a cause; 0 if the family does not know it. */
  long of(CommonCause cause) {
    return common.getOrDefault(cause, 0L);
  }

  /** All of them. */
  long all() {
    return common.values().stream().mapToLong(c -> c).sum();
  }
}
