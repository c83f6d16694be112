package io.lockstep.parts.stats;

/** Receives statistics by stable, hierarchical names (units in {@link StatisticsTable}). */
public interface StatisticsSink {
  /** A count, or any whole figure. */
  void count(String name, long value);

  /** A ratio, from whole numbers so that its digits never depend on a processor. */
  void ratio(String name, long numerator, long denominator);
}
