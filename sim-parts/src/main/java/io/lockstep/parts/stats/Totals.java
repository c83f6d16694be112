package io.lockstep.parts.stats;

import java.util.Map;
import java.util.TreeMap;

/** Sums of statistics over the parts of a device, by name. Not thread-safe. */
public final class Totals {
  private final Map<String, long[]> counts = new TreeMap<>();
  private final Map<String, long[]> ratios = new TreeMap<>();

  /** Sums of nothing. */
  public Totals() {}

  /** Adds to a count. */
  public void add(String name, long value) {
    counts.computeIfAbsent(name, n -> new long[1])[0] += value;
  }

  /** Adds to both parts of a ratio. */
  public void ratio(String name, long numerator, long denominator) {
    long[] r = ratios.computeIfAbsent(name, n -> new long[2]);
    r[0] += numerator;
    r[1] += denominator;
  }

  /** A count's sum so far. */
  public long get(String name) {
    long[] value = counts.get(name);
    return value == null ? 0 : value[0];
  }

  /** Whether anything was added to a count. */
  public boolean has(String name) {
    return counts.containsKey(name);
  }

  /** Writes all sums, names prefixed, in order of their names. */
  public void write(String prefix, StatisticsSink out) {
    counts.forEach((name, value) -> out.count(prefix + name, value[0]));
    ratios.forEach((name, value) -> out.ratio(prefix + name, value[0], value[1]));
  }
}
