// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sensitivity;

import io.lockstep.explain.experiment.LogTimes;
import java.util.List;

/**
 * The elasticity of the time: the slope of ln(time) over ln(figure), between the neighbouring
 * values on both sides, or between the device's value and its only neighbour.
 */
final class Elasticity {
  /** Smallest elasticity that is not negligible. */
  static final double LEAST = 0.005;

  private Elasticity() {}

  /**
   * Returns the mean elasticity over launch phases, paired by phase. With a single phase, the error
   * is derived from the noise.
   *
   * @param own value of the device
   * @param base times of the device at launch phases, picoseconds
   * @param values one or two other values
   * @param picos times with these values, all with the same number of phases
   * @param noise standard deviation of the logarithm of the device's times
   */
  static LogTimes.Mean of(
      long own, List<Long> base, List<Long> values, List<List<Long>> picos, double noise) {
    int last = values.size() - 1;
    boolean central = last > 0;
    List<Long> low = central ? picos.get(0) : base;
    double run = StrictMath.log(values.get(last)) - StrictMath.log(central ? values.get(0) : own);
    List<Long> high = picos.get(last);
    LogTimes.Mean change = LogTimes.change(low, high);
    return new LogTimes.Mean(
        change.value() / run,
        high.size() > 1
            ? change.error() / Math.abs(run)
            : ofOnePhase(noise, StrictMath.sqrt(2) / Math.abs(run)));
  }

  /**
   * Returns two standard errors of a quantity measured at a single phase.
   *
   * @param noise standard deviation of the logarithm of a time
   * @param by factor by which the quantity amplifies the noise
   */
  static double ofOnePhase(double noise, double by) {
    return 2 * noise * by;
  }
}
