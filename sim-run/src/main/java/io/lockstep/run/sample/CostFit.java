// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

/**
 * Costs of several quantities with which measured ticks are explained best: least squares of the
 * relative errors. A quantity that hardly explains more has no cost. Some costs may be negative: a
 * unit that is full of long groups takes more ticks for an instruction than one that starts groups.
 */
final class CostFit {
  /** A further quantity must leave at most this share of the sum of squares. */
  static final double BETTER = 0.5;

  private CostFit() {}

  /**
   * Returns the cost of each quantity.
   *
   * @param quantities by quantity: its values, by measurement
   * @param ticks by measurement, above 0
   */
  static double[] of(double[][] quantities, double[] ticks) {
    int n = quantities.length;
    double[] best = new double[n];
    double least = Double.POSITIVE_INFINITY;
    for (int size = 1; size <= n; size++) {
      double[] bestOfSize = best;
      double leastOfSize = least * BETTER;
      for (int set = 1; set < 1 << n; set++) {
        if (Integer.bitCount(set) == size) {
          double[] costs = solve(quantities, ticks, set);
          double error =
              costs == null ? Double.POSITIVE_INFINITY : squares(quantities, ticks, costs);
          if (error < leastOfSize) {
            leastOfSize = error;
            bestOfSize = costs;
          }
        }
      }
      if (bestOfSize != best) {
        best = bestOfSize;
        least = leastOfSize;
      }
    }
    return best;
  }

  /** Returns the sum of squares of the relative errors, never 0. */
  static double squares(double[][] quantities, double[] ticks, double[] costs) {
    double sum = 1e-9; // rounding
    for (int i = 0; i < ticks.length; i++) {
      double difference = 1;
      for (int q = 0; q < costs.length; q++) {
        difference -= costs[q] * quantities[q][i] / ticks[i];
      }
      sum += difference * difference;
    }
    return sum;
  }

  /** Solves the normal equations of a set of quantities; null if one depends on the others. */
  private static double[] solve(double[][] quantities, double[] ticks, int set) {
    int n = quantities.length;
    double[][] a = new double[n][n + 1];
    for (int r = 0; r < n; r++) {
      for (int c = 0; c < n; c++) {
        boolean isIn = (set >> r & 1) == 1 && (set >> c & 1) == 1;
        for (int i = 0; isIn && i < ticks.length; i++) {
          a[r][c] += quantities[r][i] / ticks[i] * (quantities[c][i] / ticks[i]);
        }
      }
      for (int i = 0; (set >> r & 1) == 1 && i < ticks.length; i++) {
        a[r][n] += quantities[r][i] / ticks[i];
      }
    }
    double[] costs = new double[n];
    for (int c = 0; c < n; c++) { // elimination without pivoting: the matrix is positive definite
      double pivot = a[c][c];
      if ((set >> c & 1) == 0) {
        continue;
      }
      double norm = 0;
      for (int i = 0; i < ticks.length; i++) {
        norm += quantities[c][i] / ticks[i] * (quantities[c][i] / ticks[i]);
      }
      if (pivot <= 1e-9 * norm) {
        return null;
      }
      for (int r = 0; r < n; r++) {
        if (r != c && (set >> r & 1) == 1) {
          double factor = a[r][c] / pivot;
          for (int k = 0; k <= n; k++) {
            a[r][k] -= factor * a[c][k];
          }
        }
      }
    }
    for (int c = 0; c < n; c++) {
      costs[c] = (set >> c & 1) == 0 ? 0 : a[c][n] / a[c][c];
    }
    return costs;
  }
}
