// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import java.util.Map;
import java.util.TreeMap;

/**
 * The logarithms of a suite's results as functions of the logarithm of one figure: piecewise linear
 * between simulated values, and extrapolated beyond the outermost ones.
 */
final class ResponseCurve {
  /** Fits are limited to a factor of two on either side of the device's value. */
  private static final double FARTHEST = StrictMath.log(2);

  /**
   * A point of the curve.
   *
   * @param at logarithm of the figure
   * @param squares weighted sum of squared errors
   */
  record Fit(double at, double squares) {}

  private final double own;
  private final double[] expected; // logarithms
  private final double[] weights;
  private final TreeMap<Double, double[]> known = new TreeMap<>();

  /**
   * @param own logarithm of the device's value
   * @param expected logarithms of the expected values
   */
  ResponseCurve(double own, double[] expected, double[] weights) {
    this.own = own;
    this.expected = expected;
    this.weights = weights;
  }

  void add(double at, double[] values) {
    known.put(at, values);
  }

  boolean has(double at) {
    return known.containsKey(at);
  }

  double[] values(double at) {
    return known.get(at);
  }

  /** Returns the weighted sum of squared errors. */
  double squares(double[] values) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      double left = expected[i] - values[i];
      sum += weights[i] * left * left;
    }
    return sum;
  }

  /** Returns the best simulated value; among equals, the one nearest to the device's value. */
  Fit best() {
    Fit best = null;
    for (Map.Entry<Double, double[]> e : known.entrySet()) {
      best = better(best, new Fit(e.getKey(), squares(e.getValue())));
    }
    return best;
  }

  Fit fit() {
    Fit best = best();
    Map.Entry<Double, double[]> before = null;
    for (Map.Entry<Double, double[]> e : known.entrySet()) {
      if (before != null) {
        double from = before.getKey().equals(known.firstKey()) ? own - FARTHEST : before.getKey();
        double to = e.getKey().equals(known.lastKey()) ? own + FARTHEST : e.getKey();
        best = better(best, fit(before, e, from, to));
      }
      before = e;
    }
    return best;
  }

  /** Returns the least-squares fit on a line through two points, between two bounds. */
  private Fit fit(
      Map.Entry<Double, double[]> one, Map.Entry<Double, double[]> other, double from, double to) {
    double run = other.getKey() - one.getKey();
    double up = 0;
    double down = 0;
    double[] slopes = new double[expected.length];
    for (int i = 0; i < slopes.length; i++) {
      slopes[i] = (other.getValue()[i] - one.getValue()[i]) / run;
      up += weights[i] * slopes[i] * (expected[i] - one.getValue()[i]);
      down += weights[i] * slopes[i] * slopes[i];
    }
    double way = down == 0 ? 0 : up / down;
    double at = Math.max(from, Math.min(to, one.getKey() + way));
    double[] values = new double[slopes.length];
    for (int i = 0; i < slopes.length; i++) {
      values[i] = one.getValue()[i] + slopes[i] * (at - one.getKey());
    }
    return new Fit(at, squares(values));
  }

  private Fit better(Fit one, Fit other) {
    if (one == null) {
      return other;
    }
    if (other.squares() != one.squares()) {
      return other.squares() < one.squares() ? other : one;
    }
    return Math.abs(other.at() - own) < Math.abs(one.at() - own) ? other : one;
  }

  /** Returns the largest change of a row at any simulated value. */
  double response() {
    double[] base = known.get(own);
    return known.values().stream().mapToDouble(v -> distance(v, base)).max().orElse(0);
  }

  private static double distance(double[] one, double[] other) {
    double most = 0;
    for (int i = 0; i < one.length; i++) {
      most = Math.max(most, Math.abs(one[i] - other[i]));
    }
    return most;
  }
}
