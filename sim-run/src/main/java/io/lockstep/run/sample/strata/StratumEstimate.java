// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample.strata;

/**
 * The sum of a quantity over a stratum, estimated from some members: each other member costs the
 * mean of those, or the value of their regression line on a number that is known of all members.
 *
 * <p>Both are linear in the measured values, so each measured member has a weight with which any
 * quantity is extrapolated. Immutable.
 */
public final class StratumEstimate {
  private final double[] known; // of all members; empty for the mean
  private final int members;
  private final double[] x; // of measured members
  private final double[] y;
  private final double meanX;
  private final double meanY;
  private final double squares; // sum of squared distances of x from its mean
  private final double slope;
  private final double othersX; // sum over the members that were not measured

  /**
   * @param members number of members
   * @param known number that the values may be proportional to, by member; empty for the mean
   * @param measured measured members in ascending order
   * @param values their values
   */
  public StratumEstimate(int members, double[] known, int[] measured, double[] values) {
    this.members = members;
    y = values;
    x = new double[values.length];
    double sumX = 0;
    double sumY = 0;
    double all = 0;
    for (double k : known) {
      all += k;
    }
    for (int i = 0; i < x.length; i++) {
      x[i] = known.length == 0 ? 0 : known[measured[i]];
      sumX += x[i];
      sumY += y[i];
    }
    meanX = sumX / x.length;
    meanY = sumY / x.length;
    othersX = all - sumX;
    double xx = 0;
    double xy = 0;
    for (int i = 0; i < x.length; i++) {
      xx += (x[i] - meanX) * (x[i] - meanX);
      xy += (x[i] - meanX) * (y[i] - meanY);
    }
    this.known = xx > 0 ? known : new double[0];
    squares = xx;
    slope = xx > 0 ? xy / xx : 0;
  }

  private boolean isRegression() {
    return known.length > 0;
  }

  private int others() {
    return members - x.length;
  }

  /** Returns the estimated value of a member that was not measured. */
  public double predicted(int member) {
    return isRegression() ? meanY + slope * (known[member] - meanX) : meanY;
  }

  /** Returns how many members a measured one represents besides itself. */
  public double weight(int i) {
    double mean = (double) others() / x.length;
    return isRegression() ? mean + distance() * (x[i] - meanX) / squares : mean;
  }

  /** Returns the sum of the other members' distances from the measured mean. */
  private double distance() {
    return othersX - others() * meanX;
  }

  /** Returns the degrees of freedom of the deviation; below 1 if it is unknown. */
  public int degrees() {
    return x.length - (isRegression() ? 2 : 1);
  }

  /** Returns the variance of a value around the mean or the line; 0 if it is unknown. */
  public double residual() {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double error = y[i] - meanY - slope * (x[i] - meanX);
      sum += error * error;
    }
    return degrees() < 1 ? 0 : sum / degrees();
  }

  /** Returns the variance of the error of the sum over the members that were not measured. */
  public double variance() {
    double others = others();
    double factor = others + others * others / x.length;
    if (isRegression()) {
      factor += distance() * distance() / squares;
    }
    return factor * residual();
  }
}
