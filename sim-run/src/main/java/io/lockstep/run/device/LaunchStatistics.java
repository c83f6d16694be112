// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import io.lockstep.run.Numbers;
import io.lockstep.run.RunStatistics;
import io.lockstep.run.plugin.DeclaredSink;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.run.sample.Sampler;
import io.lockstep.run.sample.StatisticSums;
import io.lockstep.run.sample.StatisticSums.Sum;
import io.lockstep.spi.Machine;
import java.math.BigDecimal;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Splits the statistics of a pass by launch ({@code launch[3].dram.bytes}), as differences between
 * the ends of launches that run one after the other. Levels, and ratios of levels, have no share of
 * a single launch and are left out.
 */
final class LaunchStatistics {
  /** Launches of a pass that are split; this bounds the memory of programs of many launches. */
  static final int MOST = 1000;

  private final Machine machine;
  private final FamilyStatistics declared;
  private final Sampler sampler;
  private final SortedMap<String, BigDecimal> values = new TreeMap<>();
  private SortedMap<String, Sum> before = new TreeMap<>();
  private int launches;

  LaunchStatistics(Machine machine, FamilyStatistics declared, Sampler sampler) {
    this.machine = machine;
    this.declared = declared;
    this.sampler = sampler;
  }

  /**
   * Takes the statistics of a launch that has ended.
   *
   * @param picos the launch's own time
   * @param cycles the same in cycles of the clock that results count
   */
  void ends(long tick, long picos, long cycles) {
    if (launches == MOST) {
      return;
    }
    StatisticSums sums = StatisticSums.of(declared);
    machine.statistics(
        tick,
        new DeclaredSink(declared, machine, "statistics", sampler.estimate().statistics(sums)));
    SortedMap<String, Sum> now = sums.byName();
    now.keySet().removeIf(name -> name.indexOf('[') >= 0); // only the whole device
    String prefix = "launch[" + launches + "].";
    launches++;
    now.forEach((name, sum) -> put(prefix + name, before.getOrDefault(name, Sum.NONE), sum));
    values.put(prefix + RunStatistics.KERNEL_TIME, BigDecimal.valueOf(picos));
    values.put(prefix + RunStatistics.KERNEL_CYCLES, BigDecimal.valueOf(cycles));
    before = now;
  }

  private void put(String name, Sum from, Sum to) {
    long numerator = to.numerator() - from.numerator();
    if (to.isCount()) {
      values.put(name, BigDecimal.valueOf(numerator));
    } else if (to.denominator() != from.denominator()) {
      values.put(name, Numbers.ratio(numerator, to.denominator() - from.denominator()));
    }
  }

  /** Starts the next pass. */
  void clear() {
    values.clear();
    before = new TreeMap<>();
    launches = 0;
  }

  SortedMap<String, BigDecimal> values() {
    return values;
  }
}
