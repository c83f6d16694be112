package io.lockstep.explain.game;

import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;

/** Means over repetitions and their errors. */
final class Means {
  /** Repetitions whose own deviation is told. */
  private static final int ENOUGH = 4;

  private Means() {}

  /** The mean; that of equal values is the value itself. */
  static double of(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value - values[0];
    }
    return values[0] + sum / values.length;
  }

  /** Standard error of the mean; 0 of a single value. */
  static double error(double[] values) {
    return values.length < 2
        ? 0
        : new StandardDeviation().evaluate(values) / Math.sqrt(values.length);
  }

  /**
   * Standard errors of the means of several players over the same repetitions. Of few repetitions a
   * single one says little: then all who have any have the root of their mean square.
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

  /** Mean of the differences. */
  static double difference(double[] of, double[] from) {
    double[] all = new double[of.length];
    for (int k = 0; k < all.length; k++) {
      all[k] = of[k] - from[k];
    }
    return of(all);
  }
}
