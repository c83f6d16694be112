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
 * denominators of ratios. Levels, and ratios of levels, are left out. Not thread-safe.
 */
public final class StatisticSums implements StatisticsSink {
  /**
   * A statistic since the last reset.
   *
   * @param numerator the count, or the numerator of a ratio
   * @param denominator the denominator of a ratio, or {@link #COUNT}
   */
  public record Sum(long numerator, long denominator) {
    public static final long COUNT = -1;

    /** The value of a statistic that was not written yet. */
    public static final Sum NONE = new Sum(0, 0);

    public boolean isCount() {
      return denominator == COUNT;
    }
  }

  private final StatisticsRegistry registry;
  private final SortedMap<String, Sum> sums = new TreeMap<>();

  public StatisticSums(FamilyStatistics declared) {
    registry = declared.registry();
  }

  @Override
  public void count(String name, long value) {
    if (!registry.isLevel(name)) {
      sums.put(name, new Sum(value, Sum.COUNT));
    }
  }

  @Override
  public void ratio(String name, long numerator, long denominator) {
    if (!isOfLevels(name)) {
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
