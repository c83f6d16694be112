// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.run.sample.LaunchTotals;
import io.lockstep.run.sample.SampleTotals;
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
final class RunStatistics {
  record Times(long launches, long picos, long cycles) {}

  static final String KERNEL_TIME = "time.kernels";
  static final String KERNEL_CYCLES = "cycles.kernels";

  static final StatisticSet<Times> TIMES =
      StatisticSet.<Times>of("run")
          .count("launches", "Kernel launches.", Times::launches)
          .count(KERNEL_TIME, "ps", "Sum of the kernels' own times.", Times::picos)
          .count(
              KERNEL_CYCLES,
              "cycles",
              "The same in cycles of the clock that results count.",
              Times::cycles)
          .build();

  static final StatisticSet<Device> PEAK =
      StatisticSet.<Device>of("run")
          .level(
              "arithmetic.peak",
              "Operations that all lanes do in a cycle at most; a multiply-add counts two.",
              Device::operationsPerCycle)
          .build();

  static final StatisticSet<Occupancy> OCCUPANCY =
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

  static final String PHASES_COUNT = "phases";
  static final String PHASES_MEAN = "phases.kernels.mean";
  static final String PHASES_INTERVAL = "phases.kernels.interval";
  static final String PHASES_DEVIATION = "phases.kernels.deviation";
  static final String PHASES_LEAST = "phases.kernels.least";
  static final String PHASES_MOST = "phases.kernels.most";

  static final StatisticSet<PhaseTimes> PHASES =
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

  /**
   * What was sampled.
   *
   * @param totals of the last pass
   * @param launches launches, if some were left out
   * @param interval half-width of the 95 % interval of the kernels' time, in picoseconds
   * @param converged whether the interval is as narrow as requested
   * @param events simulated events
   */
  record Sampled(
      SampleTotals totals, LaunchTotals launches, long interval, boolean converged, long events) {}

  static final String SAMPLE_WINDOWS = "sample.windows";
  static final String SAMPLE_SKIPPED = "sample.skipped_groups";
  static final String SAMPLE_INTERVAL = "sample.interval";
  static final String SAMPLE_NOT_CONVERGED = "sample.not_converged";
  static final String SAMPLE_EVENTS = "sample.events";
  static final String SAMPLE_PASSES = "sample.passes";

  static final StatisticSet<Sampled> SAMPLE =
      StatisticSet.<Sampled>of("sampling, with --sample")
          .count("sample.launches", "Launches with gaps.", s -> s.totals.launches())
          .count(SAMPLE_WINDOWS, "Windows of these launches.", s -> s.totals.windows())
          .count(
              "sample.groups",
              "Work-groups that were simulated, of all launches.",
              s -> s.totals.groups())
          .count(SAMPLE_SKIPPED, "Work-groups that were left out.", s -> s.totals.skipped())
          .count(
              "sample.executed_groups",
              "Work-groups that were left out but executed for their results.",
              s -> s.totals.skipped() - s.totals.unexecuted())
          .count(
              "sample.skipped_launches", "Launches that were left out.", s -> s.launches.skipped())
          .count(
              "sample.simulated_launches",
              "Launches that were simulated, if some were left out.",
              s -> s.launches.simulated())
          .count(
              "sample.warming_launches",
              "Launches that were left out but warmed caches, in all passes.",
              s -> s.launches.warmed())
          .count("sample.strata", "Strata of the launches.", s -> s.launches.strata())
          .count(
              SAMPLE_INTERVAL,
              "ps",
              "Half of the 95 % interval of the kernels' time.",
              Sampled::interval)
          .count(
              SAMPLE_NOT_CONVERGED,
              "1 if the interval is wider than requested, otherwise 0.",
              s -> s.converged ? 0 : 1)
          .count(SAMPLE_EVENTS, "Events that were simulated in all passes.", Sampled::events)
          .count(SAMPLE_PASSES, "Passes, each with twice as many windows.", s -> 1)
          .build();

  private RunStatistics() {}

  static List<Statistic> all() {
    List<Statistic> all = new ArrayList<>(TIMES.declared());
    all.addAll(PEAK.declared());
    all.addAll(TransferCounts.STATISTICS.declared());
    all.addAll(StreamTimes.declared());
    all.addAll(OCCUPANCY.declared());
    all.addAll(PHASES.declared());
    all.addAll(SAMPLE.declared());
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
  static void addCommonCauses(List<IssueCause> causes, Map<String, BigDecimal> values) {
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
