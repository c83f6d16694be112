// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.run.plugin.DeclaredSink;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.spi.Machine;
import io.lockstep.spi.stats.Formula;
import io.lockstep.spi.stats.StatisticsSink;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

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
  private final SortedMap<String, BigDecimal> values = new TreeMap<>();
  private SortedMap<String, Sum> before = new TreeMap<>();
  private int launches;

  /**
   * A statistic since the start of the pass.
   *
   * @param numerator the count, or the numerator of a ratio
   * @param denominator the denominator of a ratio, or {@link #COUNT}
   */
  private record Sum(long numerator, long denominator) {
    static final long COUNT = -1;
    static final Sum NONE = new Sum(0, 0);
  }

  LaunchStatistics(Machine machine, FamilyStatistics declared) {
    this.machine = machine;
    this.declared = declared;
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
    SortedMap<String, Sum> now = new TreeMap<>();
    machine.statistics(tick, new DeclaredSink(declared, machine, "statistics", new Taker(now)));
    String prefix = "launch[" + launches + "].";
    launches++;
    now.forEach((name, sum) -> put(prefix + name, before.getOrDefault(name, Sum.NONE), sum));
    values.put(prefix + RunStatistics.KERNEL_TIME, BigDecimal.valueOf(picos));
    values.put(prefix + RunStatistics.KERNEL_CYCLES, BigDecimal.valueOf(cycles));
    before = now;
  }

  private void put(String name, Sum from, Sum to) {
    long numerator = to.numerator - from.numerator;
    if (to.denominator == Sum.COUNT) {
      values.put(name, BigDecimal.valueOf(numerator));
    } else if (to.denominator != from.denominator) {
      values.put(name, Numbers.ratio(numerator, to.denominator - from.denominator));
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

  void save(StateWriter out) {
    out.writeInt(launches);
    out.writeInt(before.size());
    before.forEach(
        (name, sum) -> {
          out.writeString(name);
          out.writeLong(sum.numerator);
          out.writeLong(sum.denominator);
        });
    out.writeInt(values.size());
    values.forEach(
        (name, value) -> {
          out.writeString(name);
          out.writeString(value.toString());
        });
  }

  /** Reads saved statistics, into a collector if there is one. */
  static void load(StateReader in, Optional<LaunchStatistics> into) {
    int launches = in.readInt();
    SortedMap<String, Sum> before = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      before.put(in.readString(), new Sum(in.readLong(), in.readLong()));
    }
    SortedMap<String, BigDecimal> values = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      values.put(in.readString(), new BigDecimal(in.readString()));
    }
    into.ifPresent(
        s -> {
          s.clear();
          s.launches = launches;
          s.before = before;
          s.values.putAll(values);
        });
  }

  /** Keeps the sums of the whole device. */
  private final class Taker implements StatisticsSink {
    private final Map<String, Sum> into;

    Taker(Map<String, Sum> into) {
      this.into = into;
    }

    @Override
    public void count(String name, long value) {
      if (name.indexOf('[') < 0 && !declared.registry().isLevel(name)) {
        into.put(name, new Sum(value, Sum.COUNT));
      }
    }

    @Override
    public void ratio(String name, long numerator, long denominator) {
      if (name.indexOf('[') < 0 && !isOfLevels(name)) {
        into.put(name, new Sum(numerator, denominator));
      }
    }

    private boolean isOfLevels(String name) {
      Formula formula = declared.registry().find(name).flatMap(s -> s.formula()).orElseThrow();
      return Stream.concat(formula.numerator().stream(), formula.denominator().stream())
          .anyMatch(declared.registry()::isLevel);
    }
  }
}
