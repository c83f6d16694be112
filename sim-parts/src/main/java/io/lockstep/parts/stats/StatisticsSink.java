package io.lockstep.parts.stats;

/** Receives statistics by the names under which they are declared ({@link StatisticSet}). */
public interface StatisticsSink {
  /**
   * A count or a level, any whole figure.
   *
   * @param name a name of a {@link StatisticsRegistry}, with an instance's prefix or without
   * @param value in the unit that its declaration says
   */
  void count(String name, long value);

  /**
   * A ratio, from whole numbers so that its digits never depend on a processor.
   *
   * @param name a name of a {@link StatisticsRegistry}, with an instance's prefix or without
   * @param numerator what is divided
   * @param denominator what it is divided by; 0 where nothing was counted
   */
  void ratio(String name, long numerator, long denominator);
}
