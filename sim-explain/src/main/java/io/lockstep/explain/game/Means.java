// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;

/** Means over repetitions and their standard errors. */
final class Means {
  /** Minimum number of repetitions for a standard error per player. */
  private static final int ENOUGH = 4;

  private Means() {}

  /** Returns the mean, computed so that the mean of equal values is exactly that value. */
  static double of(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value - values[0];
    }
    return values[0] + sum / values.length;
  }

  /** Returns the standard error of the mean; 0 for a single value. */
  static double error(double[] values) {
    return values.length < 2
        ? 0
        : new StandardDeviation().evaluate(values) / Math.sqrt(values.length);
  }

  /**
   * Returns the standard errors of several players' means over the same repetitions. With few
   * repetitions a single estimate is unreliable; then all players with an error above 0 get the
   * root mean square of their errors.
   */
  static double[] errors(double[][] each) {
    double[] errors = new double[each.length];
    double squares = 0;
    int some = 0;
    for (int i = 0; i < errors.length; i++) {
      errors[i] = error(each[i]);
      squares += errors[i] * errors[i];
      some += errors[i] > 0 ? 1 : 0;
    }
    if (each.length > 0 && each[0].length < ENOUGH) {
      for (int i = 0; i < errors.length; i++) {
        errors[i] = errors[i] > 0 ? Math.sqrt(squares / some) : 0;
      }
    }
    return errors;
  }

  static double difference(double[] of, double[] from) {
    double[] all = new double[of.length];
    for (int k = 0; k < all.length; k++) {
      all[k] = of[k] - from[k];
    }
    return of(all);
  }
}
