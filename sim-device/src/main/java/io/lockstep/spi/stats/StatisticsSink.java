// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

/** Receives statistics by the names under which they are declared ({@link StatisticSet}). */
public interface StatisticsSink {
  /**
   * Receives a count or a level.
   *
   * @param name a name of a {@link StatisticsRegistry}, with or without an instance prefix
   * @param value in the declared unit
   */
  void count(String name, long value);

  /**
   * Receives a ratio as whole numbers, so that its digits do not depend on the processor.
   *
   * @param name a name of a {@link StatisticsRegistry}, with or without an instance prefix
   * @param numerator the dividend
   * @param denominator the divisor; 0 if nothing was counted
   */
  void ratio(String name, long numerator, long denominator);
}
