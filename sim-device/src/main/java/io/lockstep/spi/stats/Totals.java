// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

import java.util.Map;
import java.util.TreeMap;

/** Sums of statistics by name; ratios are summed by numerator and denominator. Not thread-safe. */
public final class Totals implements StatisticsSink {
  private final Map<String, long[]> counts = new TreeMap<>();
  private final Map<String, long[]> ratios = new TreeMap<>();

  /** Creates empty sums. */
  public Totals() {}

  @Override
  public void count(String name, long value) {
    counts.computeIfAbsent(name, n -> new long[1])[0] += value;
  }

  @Override
  public void ratio(String name, long numerator, long denominator) {
    long[] r = ratios.computeIfAbsent(name, n -> new long[2]);
    r[0] += numerator;
    r[1] += denominator;
  }

  /**
   * {@return the sum of a count so far; 0 if nothing was added}
   *
   * @param name name of the statistic
   */
  public long get(String name) {
    long[] value = counts.get(name);
    return value == null ? 0 : value[0];
  }

  /**
   * {@return whether anything was added to a count}
   *
   * @param name name of the statistic
   */
  public boolean has(String name) {
    return counts.containsKey(name);
  }

  /**
   * Writes all sums in the order of their names.
   *
   * @param prefix put before every name; empty for the device as a whole
   * @param out receives the sums
   */
  public void write(String prefix, StatisticsSink out) {
    counts.forEach((name, value) -> out.count(prefix + name, value[0]));
    ratios.forEach((name, value) -> out.ratio(prefix + name, value[0], value[1]));
  }
}
