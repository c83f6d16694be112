package io.lockstep.parts.stats;

import java.util.Map;
import java.util.TreeMap;

/**
 * Sums of statistics over the parts of a device, by name: counts and levels add up, ratios by their
 * two parts. Not thread-safe.
 */
public final class Totals implements StatisticsSink {
  private final Map<String, long[]> counts = new TreeMap<>();
  private final Map<String, long[]> ratios = new TreeMap<>();

  /** Sums of nothing. */
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
   * A count's sum so far.
   *
   * @param name name of the statistic
   * @return the sum so far; 0 where nothing was added
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
   * Writes all sums, names prefixed, in order of their names.
   *
   * @param prefix put before every name; empty for the device as a whole
   * @param out is told the sums
   */
  public void write(String prefix, StatisticsSink out) {
    counts.forEach((name, value) -> out.count(prefix + name, value[0]));
    ratios.forEach((name, value) -> out.ratio(prefix + name, value[0], value[1]));
  }
}
