// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.spi.stats.Formula;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticsRegistry;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The statistics of a machine of which a part of the time has a share: counts, and numerators and
 * denominators of ratios; on request also levels, and ratios of levels. Not thread-safe.
 */
public final class StatisticSums implements StatisticsSink {
  /**
   * A statistic since the last reset.
   *
   * @param numerator the count or level, or the numerator of a ratio
   * @param denominator the denominator of a ratio, {@link #COUNT} or {@link #LEVEL}
   */
  public record Sum(long numerator, long denominator) {
    public static final long COUNT = -1;
    public static final long LEVEL = -2;

    /** The value of a statistic that was not written yet. */
    public static final Sum NONE = new Sum(0, 0);

    public boolean isCount() {
      return denominator == COUNT;
    }

    public boolean isLevel() {
      return denominator == LEVEL;
    }
  }

  private final StatisticsRegistry registry;
  private final boolean levels;
  private final SortedMap<String, Sum> sums = new TreeMap<>();

  private StatisticSums(FamilyStatistics declared, boolean levels) {
    registry = declared.registry();
    this.levels = levels;
  }

  /** Returns sums without levels and ratios of levels. */
  public static StatisticSums of(FamilyStatistics declared) {
    return new StatisticSums(declared, false);
  }

  /** Returns sums that contain levels, which grow in a launch unless they are momentary values. */
  static StatisticSums withLevels(FamilyStatistics declared) {
    return new StatisticSums(declared, true);
  }

  @Override
  public void count(String name, long value) {
    boolean isLevel = registry.isLevel(name);
    if (!isLevel || levels) {
      sums.put(name, new Sum(value, isLevel ? Sum.LEVEL : Sum.COUNT));
    }
  }

  @Override
  public void ratio(String name, long numerator, long denominator) {
    if (levels || !isOfLevels(name)) {
      sums.put(name, new Sum(numerator, denominator));
    }
  }

  private boolean isOfLevels(String name) {
    Optional<Formula> formula = registry.find(name).flatMap(Statistic::formula);
    return Stream.concat(
            formula.orElseThrow().numerator().stream(),
            formula.orElseThrow().denominator().stream())
        .anyMatch(registry::isLevel);
  }

  /** {@return the sums by name} */
  public SortedMap<String, Sum> byName() {
    return sums;
  }
}
