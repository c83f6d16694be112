package io.lockstep.explain.trial;

import java.util.List;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/** Times by launch phase as logarithms: means, pairs and their errors. */
public final class LogTimes {
  /** Times at all phases count as equal if they differ by less than this part. */
  private static final long QUIET = 1000;

  /**
   * A mean.
   *
   * @param value mean of logarithms
   * @param error two standard errors; not a number with fewer than two values
   */
  public record Mean(double value, double error) {}

  private LogTimes() {}

  /**
   * {@return by how much times are longer, paired by phase}
   *
   * @param base times of one device
   * @param other times of the other one, at least as many phases
   */
  public static Mean change(List<Long> base, List<Long> other) {
    SummaryStatistics pairs = new SummaryStatistics();
    for (int k = 0; k < Math.min(base.size(), other.size()); k++) {
      pairs.addValue(StrictMath.log(other.get(k)) - StrictMath.log(base.get(k)));
    }
    return mean(pairs);
  }

  /**
   * {@return the mean of values, one of each phase}
   *
   * @param values of independent phases
   */
  public static Mean mean(SummaryStatistics values) {
    long n = values.getN();
    return new Mean(
        values.getMean(),
        n < 2 ? Double.NaN : 2 * values.getStandardDeviation() / StrictMath.sqrt(n));
  }

  /**
   * {@return standard deviation of the logarithms; not a number for fewer than two}
   *
   * @param picos times at launch phases
   */
  public static double noise(List<Long> picos) {
    SummaryStatistics logs = new SummaryStatistics();
    picos.forEach(p -> logs.addValue(StrictMath.log(p)));
    return logs.getN() < 2 ? Double.NaN : logs.getStandardDeviation();
  }

  /**
   * {@return the geometric mean of the times, to which factors refer}
   *
   * @param picos times at launch phases
   */
  public static double typical(List<Long> picos) {
    SummaryStatistics logs = new SummaryStatistics();
    picos.forEach(p -> logs.addValue(StrictMath.log(p)));
    return StrictMath.exp(logs.getMean());
  }

  /**
   * {@return whether times at all phases agree to a thousandth, of several}
   *
   * @param picos times at launch phases
   */
  public static boolean isQuiet(List<Long> picos) {
    long least = picos.stream().mapToLong(p -> p).min().orElseThrow();
    long most = picos.stream().mapToLong(p -> p).max().orElseThrow();
    return picos.size() > 1 && (most - least) * QUIET <= least;
  }
}
