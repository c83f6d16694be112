// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.run.sample.Sampled;
import io.lockstep.run.stream.StreamTimes;
import io.lockstep.run.stream.TransferCounts;
import io.lockstep.spi.Device;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticSet;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Statistics of a whole run, as opposed to a part of a device. */
public final class RunStatistics {
  public static final String KERNEL_TIME = "time.kernels";
  public static final String KERNEL_CYCLES = "cycles.kernels";

  public static final StatisticSet<PassTimes> TIMES =
      StatisticSet.<PassTimes>of("run")
          .count("launches", "Kernel launches.", PassTimes::launches)
          .count(KERNEL_TIME, "ps", "Sum of the kernels' own times.", PassTimes::kernelPicos)
          .count(
              KERNEL_CYCLES,
              "cycles",
              "The same in cycles of the clock that results count.",
              PassTimes::kernelCycles)
          .build();

  public static final StatisticSet<Device> PEAK =
      StatisticSet.<Device>of("run")
          .level(
              "arithmetic.peak",
              "Operations that all lanes do in a cycle at most; a multiply-add counts two.",
              Device::operationsPerCycle)
          .build();

  public static final StatisticSet<Occupancy> OCCUPANCY =
      StatisticSet.<Occupancy>of("occupancy rules")
          .ratio(
              "occupancy",
              "Theoretical: wavefronts a compute unit may hold of the last launch by its limits / its"
                  + " wavefront slots, whatever the grid.",
              "occupancy.wavefronts",
              "occupancy.slots")
          .level(
              "occupancy.groups", "Work-groups a compute unit may hold at once.", Occupancy::groups)
          .level(
              "occupancy.wavefronts",
              "Wavefronts a compute unit may hold at once.",
              Occupancy::wavefronts)
          .level("occupancy.slots", "Wavefront slots of a compute unit.", Occupancy::maximum)
          .build();

  public static final String PHASES_COUNT = "phases";
  public static final String PHASES_MEAN = "phases.kernels.mean";
  public static final String PHASES_INTERVAL = "phases.kernels.interval";
  public static final String PHASES_DEVIATION = "phases.kernels.deviation";
  public static final String PHASES_LEAST = "phases.kernels.least";
  public static final String PHASES_MOST = "phases.kernels.most";

  public static final StatisticSet<PhaseTimes> PHASES =
      StatisticSet.<PhaseTimes>of("launch phases, with --phases")
          .count(PHASES_COUNT, "Launch phases that the point was run at.", PhaseTimes::count)
          .count(PHASES_MEAN, "ps", "Mean over them of the kernels' own time.", PhaseTimes::mean)
          .count(
              PHASES_INTERVAL,
              "ps",
              "Half of the 95 % interval of that mean, by Student's t.",
              PhaseTimes::interval)
          .count(
              PHASES_DEVIATION,
              "ps",
              "Standard deviation of the kernels' own time over them.",
              PhaseTimes::deviation)
          .count(PHASES_LEAST, "ps", "The shortest of these times.", PhaseTimes::least)
          .count(PHASES_MOST, "ps", "The longest of these times.", PhaseTimes::most)
          .build();

  private RunStatistics() {}

  public static List<Statistic> all() {
    List<Statistic> all = new ArrayList<>(TIMES.declared());
    all.addAll(PEAK.declared());
    all.addAll(TransferCounts.STATISTICS.declared());
    all.addAll(StreamTimes.declared());
    all.addAll(OCCUPANCY.declared());
    all.addAll(PHASES.declared());
    all.addAll(Sampled.STATISTICS.declared());
    for (CommonCause c : CommonCause.values()) {
      all.add(
          new Statistic(
              c.statistic(),
              Statistic.Kind.COUNT,
              "cycles",
              c.meaning(),
              "issue ports, with --by-cause",
              ""));
    }
    return all;
  }

  /**
   * Sums the cycles by common stall reason, for the device and for each unit that has statistics by
   * the family's own stall reasons. A common reason that the family does not use stays absent.
   */
  public static void addCommonCauses(List<IssueCause> causes, Map<String, BigDecimal> values) {
    Map<String, BigDecimal> sums = new TreeMap<>();
    for (Map.Entry<String, BigDecimal> e : values.entrySet()) {
      String plain = Statistic.plain(e.getKey());
      String instance = e.getKey().substring(0, e.getKey().length() - plain.length());
      for (IssueCause c : causes) {
        if (c.statistic().equals(plain)) {
          sums.merge(instance + c.common().statistic(), e.getValue(), BigDecimal::add);
        }
      }
    }
    values.putAll(sums);
  }
}
