// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.spi.stats.StatisticsSink;
import java.math.BigDecimal;
import java.util.SortedMap;
import java.util.TreeMap;

public final class StatisticsCollector implements StatisticsSink {
  private final SortedMap<String, BigDecimal> values = new TreeMap<>();
  private final boolean perUnit;

  /**
   * @param perUnit whether statistics of single units ({@code cu[3].…}) are kept
   */
  public StatisticsCollector(boolean perUnit) {
    this.perUnit = perUnit;
  }

  @Override
  public void count(String name, long value) {
    put(name, BigDecimal.valueOf(value));
  }

  @Override
  public void ratio(String name, long numerator, long denominator) {
    if (denominator != 0) {
      put(name, Numbers.ratio(numerator, denominator));
    }
  }

  private void put(String name, BigDecimal value) {
    if (perUnit || name.indexOf('[') < 0) {
      values.put(name, value);
    }
  }

  /** Returns the value of a statistic as an integer, 0 if absent. */
  public long whole(String name) {
    BigDecimal value = values.get(name);
    return value == null ? 0 : value.longValue();
  }

  public SortedMap<String, BigDecimal> values() {
    return values;
  }
}
