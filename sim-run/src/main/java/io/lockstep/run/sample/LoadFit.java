// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

/**
 * The load of windows and gaps in ticks: a cost for each work-group and one for each unit of
 * another quantity, fitted to the measured ticks of the windows. Immutable by convention.
 *
 * @param squares sum of squares of the relative errors in halves of windows
 */
record LoadFit(GapLoad load, double squares) {
  /**
   * Fits the ticks that a work-group and a unit of another quantity cost.
   *
   * @param groups work-groups of windows and gaps
   * @param other the other quantity of windows and gaps
   * @param first ticks of the first half of each window
   * @param second ticks of the second half of each window
   */
  static LoadFit of(GapLoad groups, GapLoad other, long[] first, long[] second) {
    int windows = first.length;
    double[][] quantities = new double[2][2 * windows];
    double[] ticks = new double[2 * windows];
    for (int k = 0; k < windows; k++) {
      quantities[0][k] = groups.first()[k];
      quantities[0][windows + k] = groups.second()[k];
      quantities[1][k] = other.first()[k];
      quantities[1][windows + k] = other.second()[k];
      ticks[k] = Math.max(1, first[k]);
      ticks[windows + k] = Math.max(1, second[k]);
    }
    double[] costs = CostFit.of(quantities, ticks);
    GapLoad both = groups.plus(costs[0], other, costs[1]);
    return both.isPositive()
        ? new LoadFit(both, CostFit.squares(quantities, ticks, costs))
        : new LoadFit(groups.plus(0, other, 1), Double.POSITIVE_INFINITY);
  }

  /** Returns whether this fit leaves at most half of the sum of squares that another one leaves. */
  boolean isBetter(LoadFit other) {
    return squares <= CostFit.BETTER * other.squares;
  }
}
