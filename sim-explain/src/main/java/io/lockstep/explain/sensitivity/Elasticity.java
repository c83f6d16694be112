package io.lockstep.explain.sensitivity;

import io.lockstep.explain.trial.LogTimes;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * The slope of ln(time) by ln(figure): between the values on either side, or from the device's own
 * to the one that there is.
 */
final class Elasticity {
  /** Less is none. */
  static final double LEAST = 0.005;

  private Elasticity() {}

  /**
   * The mean over launch phases, paired; of one phase with the error that the device's own times
   * say.
   *
   * @param own value of the device
   * @param base its times at launch phases
   * @param values one or two others
   * @param picos times with them, all of as many phases
   * @param noise standard deviation of the logarithm of the device's own time
   */
  static LogTimes.Mean of(
      long own, List<Long> base, List<Long> values, List<List<Long>> picos, double noise) {
    int last = values.size() - 1;
    boolean central = last > 0;
    List<Long> low = central ? picos.get(0) : base;
    double run = StrictMath.log(values.get(last)) - StrictMath.log(central ? values.get(0) : own);
    SummaryStatistics slopes = new SummaryStatistics();
    List<Long> high = picos.get(last);
    for (int k = 0; k < high.size(); k++) {
      slopes.addValue((StrictMath.log(high.get(k)) - StrictMath.log(low.get(k))) / run);
    }
    LogTimes.Mean mean = LogTimes.mean(slopes);
    return high.size() > 1
        ? mean
        : new LogTimes.Mean(mean.value(), ofOnePhase(noise, StrictMath.sqrt(2) / Math.abs(run)));
  }

  /** Two standard errors of a difference at one phase, each of whose times is as uncertain. */
  static double ofOnePhase(double noise, double by) {
    return 2 * noise * by;
  }
}
