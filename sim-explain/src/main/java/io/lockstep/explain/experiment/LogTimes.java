// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.experiment;

import io.lockstep.run.answer.Answer;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/** Statistics of the logarithms of times by launch phase: means, paired differences, errors. */
public final class LogTimes {
  /** Variation is negligible if the range of times is at most the shortest time divided by this. */
  private static final long QUIET = 1000;

  /**
   * A mean of logarithms.
   *
   * @param error two standard errors; NaN with fewer than two values
   */
  public record Mean(double value, double error) {
    /**
     * Returns a copy with the error of a mean for which one of the requested phases sufficed.
     *
     * @param asked number of requested phases
     */
    public Mean asked(int asked) {
      return Double.isNaN(error) && asked > 1 ? new Mean(value, 0) : this;
    }

    /**
     * Returns the launch-phase residual: the ratio at phase 0 relative to this mean over phases.
     *
     * @param nominal logarithm of the ratio at phase 0
     */
    public double residual(double nominal) {
      return StrictMath.exp(nominal - value);
    }

    /**
     * Returns a copy whose error contains those of two sampled times.
     *
     * @param one relative half-width of the first time's 95 % interval; 0 if the time is exact
     */
    public Mean within(double one, double other) {
      if (one == 0 && other == 0) {
        return this;
      }
      double phases = Double.isNaN(error) ? 0 : error;
      return new Mean(value, StrictMath.sqrt(phases * phases + one * one + other * other));
    }
  }

  /** Declares the field with the times of a specification at each launch phase. */
  public static final Answer<List<Long>> ANSWER =
      Answer.<List<Long>>part()
          .integers(
              "picoseconds",
              "Time at each launch phase, from phase 0 on; run --first-phase simulates one.",
              picos -> picos.stream().mapToLong(p -> p).toArray());

  private LogTimes() {}

  /**
   * Returns the mean logarithm of the ratio of times, paired by phase.
   *
   * @param other times with at least as many phases as {@code base}
   */
  public static Mean change(List<Long> base, List<Long> other) {
    SummaryStatistics pairs = new SummaryStatistics();
    for (int k = 0; k < Math.min(base.size(), other.size()); k++) {
      pairs.addValue(log(other.get(k)) - log(base.get(k)));
    }
    return mean(pairs);
  }

  private static double log(long picos) {
    return StrictMath.log(Math.max(1, picos));
  }

  /** Returns the logarithms of times. */
  public static double[] logs(List<Long> picos) {
    return picos.stream().mapToDouble(LogTimes::log).toArray();
  }

  private static SummaryStatistics statistics(List<Long> picos) {
    SummaryStatistics logs = new SummaryStatistics();
    picos.forEach(p -> logs.addValue(log(p)));
    return logs;
  }

  /** Returns the mean logarithm of times. */
  public static Mean mean(List<Long> picos) {
    return mean(statistics(picos));
  }

  /** Returns the mean over independent phases. */
  public static Mean mean(SummaryStatistics values) {
    long n = values.getN();
    return new Mean(
        values.getMean(),
        n < 2 ? Double.NaN : 2 * values.getStandardDeviation() / StrictMath.sqrt(n));
  }

  /** Returns the standard deviation of the logarithms; NaN for fewer than two times. */
  public static double noise(List<Long> picos) {
    return picos.size() < 2 ? Double.NaN : statistics(picos).getStandardDeviation();
  }

  /** Returns the geometric mean of times. */
  public static double typical(List<Long> picos) {
    return StrictMath.exp(statistics(picos).getMean());
  }

  /** Whether there are several times and they agree within 0.1 %. */
  public static boolean isQuiet(List<Long> picos) {
    long least = picos.stream().mapToLong(p -> p).min().orElseThrow();
    long most = picos.stream().mapToLong(p -> p).max().orElseThrow();
    return picos.size() > 1 && (most - least) * QUIET <= least;
  }
}
