// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * Kernel times of one point at several launch phases, in picoseconds.
 *
 * @param deviation standard deviation; 0 for a single time
 * @param interval half of the 95 % confidence interval of the mean, by Student's t; 0 for a single
 *     time
 */
public record PhaseTimes(
    long count, long mean, long deviation, long interval, long least, long most) {
  private static final double OUTSIDE = 0.025; // probability of each tail

  /** {@return the statistics of one or more kernel times} */
  public static PhaseTimes of(long... picos) {
    SummaryStatistics all = new SummaryStatistics();
    for (long p : picos) {
      all.addValue(p);
    }
    long n = all.getN();
    double deviation = n < 2 ? 0 : all.getStandardDeviation();
    return new PhaseTimes(
        n,
        Math.round(all.getMean()),
        Math.round(deviation),
        n < 2 ? 0 : Math.round(quantile(n - 1) * deviation / Math.sqrt(n)),
        Math.round(all.getMin()),
        Math.round(all.getMax()));
  }

  private static double quantile(double degrees) {
    return new TDistribution(degrees).inverseCumulativeProbability(1 - OUTSIDE);
  }

  /** {@return the phase statistics of a result, or those of its own kernel time if it has none} */
  public static PhaseTimes of(Map<String, BigDecimal> statistics, long picos) {
    return find(statistics).orElse(of(picos));
  }

  /** {@return the phase statistics of a result, if it has any} */
  public static Optional<PhaseTimes> find(Map<String, BigDecimal> statistics) {
    return statistics.containsKey(RunStatistics.PHASES_COUNT)
        ? Optional.of(
            new PhaseTimes(
                value(statistics, RunStatistics.PHASES_COUNT),
                value(statistics, RunStatistics.PHASES_MEAN),
                value(statistics, RunStatistics.PHASES_DEVIATION),
                value(statistics, RunStatistics.PHASES_INTERVAL),
                value(statistics, RunStatistics.PHASES_LEAST),
                value(statistics, RunStatistics.PHASES_MOST)))
        : Optional.empty();
  }

  private static long value(Map<String, BigDecimal> statistics, String name) {
    BigDecimal value = statistics.get(name);
    return value == null ? 0 : value.longValue();
  }

  /**
   * {@return whether two means differ by no more than noise, by Welch's test at 95 %; empty if both
   * are single times} A point with a single time is assumed to have the other point's deviation.
   */
  public Optional<Boolean> isWithinNoiseOf(PhaseTimes other) {
    if (count < 2 && other.count < 2) {
      return Optional.empty();
    }
    double difference = Math.abs((double) mean - other.mean);
    double mine = variance(this, other) / count;
    double its = variance(other, this) / other.count;
    double both = mine + its;
    if (both == 0) {
      return Optional.of(difference == 0);
    }
    double degrees =
        count < 2
            ? other.count - 1
            : other.count < 2
                ? count - 1
                : both * both / (mine * mine / (count - 1) + its * its / (other.count - 1));
    return Optional.of(difference <= quantile(degrees) * Math.sqrt(both));
  }

  private static double variance(PhaseTimes of, PhaseTimes other) {
    double deviation = of.count < 2 ? other.deviation : of.deviation;
    return deviation * deviation;
  }
}
