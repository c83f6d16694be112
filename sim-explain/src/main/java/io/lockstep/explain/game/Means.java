package io.lockstep.explain.game;

import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;

/** Means over repetitions and their errors. Stateless. */
final class Means {
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

  /** Mean of the differences. */
  static double difference(double[] of, double[] from) {
    double[] all = new double[of.length];
    for (int k = 0; k < all.length; k++) {
      all[k] = of[k] - from[k];
    }
    return of(all);
  }
}
