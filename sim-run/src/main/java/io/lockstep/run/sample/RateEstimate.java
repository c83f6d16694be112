// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.inference.TestUtils;

/**
 * The cost of a launch's gaps in ticks, and its 95 % interval.
 *
 * <p>A window's rate is its ticks per work-group, placed at the window's centre. A gap costs its
 * work-groups times the linearly interpolated rate, so each window has a weight ({@link #weight})
 * with which any quantity of the windows is extrapolated.
 *
 * <p>The interval is Student's t times the standard error, whose variance comes from second
 * differences of the rates: they contain the noise of the windows and the curvature that linear
 * interpolation neglects. If the rates rise or fall within windows more than between them, which
 * shows that the warm-up was too short, that change is added in full. Immutable.
 */
final class RateEstimate {
  private static final double LEVEL = 0.05;

  /**
   * Half-width of the interval at least, relative to the estimated ticks: errors that no statistic
   * of the windows shows.
   */
  private static final double LEAST = 0.01;

  /**
   * Degrees of freedom of a variance from second differences, relative to that from independent
   * values: neighbouring differences share rates (Gasser, Sroka and Jennen-Steinmetz, 1986).
   */
  private static final double EFFICIENCY = 18.0 / 35;

  /**
   * Error of the time that the last work-groups take if they differ. Long ones take the longer, the
   * more of them are on one unit, which is chance. One more or one fewer of two changes the time by
   * a half.
   */
  private static final double DRAIN = 0.5;

  private final SamplePlan plan;
  private final GapLoad load;
  private final double[] rate; // ticks per unit of load, by window
  private final double[] drift; // change of the rate within a window, beyond its trend
  private final long ticks;
  private final double rounding;
  private final long interval;

  /**
   * @param first ticks of the first half of each window
   * @param second ticks of the second half of each window
   * @param drain ticks from the start of the last work-group to the launch's end, if groups differ
   */
  RateEstimate(SamplePlan plan, GapLoad load, long[] first, long[] second, long drain) {
    this(plan, load, first, second, drain, 0);
  }

  /**
   * @param ambiguity ticks added to the half-width if the windows do not tell which load the time
   *     follows
   */
  RateEstimate(
      SamplePlan plan, GapLoad load, long[] first, long[] second, long drain, long ambiguity) {
    this.plan = plan;
    this.load = load;
    int windows = plan.windows();
    rate = new double[windows];
    double half = plan.measured() / 2.0;
    for (int k = 0; k < windows; k++) {
      rate[k] = (first[k] + second[k]) / load.window(k);
    }
    drift = new double[windows];
    for (int k = 0; k < windows; k++) {
      int before = Math.max(0, k - 1);
      int after = Math.min(windows - 1, k + 1);
      double trend = (rate[after] - rate[before]) / (centre(after) - centre(before));
      drift[k] = second[k] / load.second()[k] - first[k] / load.first()[k] - trend * half;
    }
    double sum = 0;
    for (int k = 0; k < windows; k++) {
      sum += weight(k) * (first[k] + second[k]);
    }
    ticks = Math.round(sum);
    rounding = sum == 0 ? 1 : ticks / sum;
    double error = noise() + unsteadiness() + DRAIN * drain + ambiguity;
    interval = Math.round(Math.max(LEAST * sum, error));
  }

  private double centre(int window) {
    return plan.middle(window);
  }

  /** Returns how many times a window's load represents the load between windows. */
  double weight(int window) {
    double represented = 0;
    if (window > 0) {
      represented += load.gaps()[window - 1] * position(window - 1);
    }
    if (window < plan.windows() - 1) {
      represented += load.gaps()[window] * (1 - position(window));
    }
    return represented / load.window(window);
  }

  /** Returns where between two windows' centres the centre of the gap's load is, from 0 to 1. */
  private double position(int window) {
    double from = centre(window);
    return (load.middles()[window] - from) / (centre(window + 1) - from);
  }

  /** Returns the half-width of the interval due to noise and curvature. */
  private double noise() {
    int windows = plan.windows();
    double[] variance = new double[windows]; // of the rate
    for (int k = 1; k < windows - 1; k++) {
      double before = centre(k) - centre(k - 1);
      double after = centre(k + 1) - centre(k);
      double a = after / (before + after);
      double b = before / (before + after);
      double difference = rate[k] - a * rate[k - 1] - b * rate[k + 1];
      variance[k] = difference * difference / (1 + a * a + b * b);
    }
    variance[0] = variance[1];
    variance[windows - 1] = variance[windows - 2];
    double sum = 0;
    double weights = 0;
    double squares = 0;
    for (int k = 0; k < windows; k++) {
      double represented = weight(k) * load.window(k);
      double share = represented * represented;
      sum += share * variance[k];
      weights += share;
      squares += share * share;
    }
    double independent = Math.min(windows - 2, weights * weights / squares);
    double degrees = Math.max(1, EFFICIENCY * independent);
    double t = new TDistribution(degrees).inverseCumulativeProbability(1 - LEVEL / 2);
    return t * Math.sqrt(sum);
  }

  /** Returns the error if the rates change within windows; 0 if the change is insignificant. */
  private double unsteadiness() {
    double error = 0;
    boolean differ = false;
    for (int k = 0; k < drift.length; k++) {
      error += weight(k) * load.window(k) * drift[k];
      differ |= drift[k] != drift[0];
    }
    boolean isSignificant = differ ? TestUtils.tTest(0, drift) < LEVEL : drift[0] != 0;
    return isSignificant ? Math.abs(error) : 0;
  }

  /** Returns the estimated ticks of the gaps and the warm-ups after them. */
  long ticks() {
    return ticks;
  }

  /** Returns the factor of the weights with which the windows' ticks add up to {@link #ticks}. */
  double rounding() {
    return rounding;
  }

  /** Returns the half-width of the 95 % interval of {@link #ticks}. */
  long interval() {
    return interval;
  }
}
