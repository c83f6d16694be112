package io.lockstep.core.stats;

/** Every statistic by name. */
public final class StatisticsTable {
  private StatisticsTable() {}
}
