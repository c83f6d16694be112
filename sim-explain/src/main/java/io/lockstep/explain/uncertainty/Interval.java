// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.math3.stat.descriptive.rank.Percentile.EstimationType;

/**
 * The central 90 % of some draws.
 *
 * @param low 5th percentile
 * @param median 50th percentile
 * @param high 95th percentile
 */
public record Interval(double low, double median, double high) {
  private static final double LOW = 5;
  private static final double HALF = 50;
  private static final double HIGH = 95;

  /**
   * Returns the percentiles of some values, interpolated linearly.
   *
   * @param values at least one value, in any order
   */
  public static Interval of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("an interval of no values");
    }
    Percentile percentile = new Percentile().withEstimationType(EstimationType.R_7);
    percentile.setData(values);
    return new Interval(
        percentile.evaluate(LOW), percentile.evaluate(HALF), percentile.evaluate(HIGH));
  }

  /** Returns the ratio of the ends; 1 if they are equal. */
  public double spread() {
    return high == low ? 1 : high / low;
  }
}
