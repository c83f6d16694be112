// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.List;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * Combines several objectives into one value to minimise, by the augmented weighted Tchebycheff
 * function. Each objective is normalised to the range from 0 (least value found) to 1 (greatest
 * value found). The result is the largest weighted objective plus a small fraction of the sum of
 * all weighted objectives. A single objective is returned unchanged.
 */
final class Scale {
  private static final double OF_ALL = 0.05;

  private final double[] weights;

  private Scale(double... weights) {
    this.weights = weights;
  }

  /** Draws weights uniformly from the simplex. */
  static Scale drawn(int objectives, RandomGenerator random) {
    double[] weights = new double[objectives];
    double sum = 0;
    for (int i = 0; objectives > 1 && i < objectives; i++) {
      weights[i] = -StrictMath.log(1 - random.nextDouble());
      sum += weights[i];
    }
    for (int i = 0; i < objectives; i++) {
      weights[i] = objectives == 1 ? 1 : weights[i] / sum;
    }
    return new Scale(weights);
  }

  /** Returns the value of each trial; NaN for infeasible trials. */
  double[] of(List<Trial> trials) {
    double[] figures = new double[trials.size()];
    if (weights.length == 1) {
      for (int i = 0; i < figures.length; i++) {
        Trial trial = trials.get(i);
        figures[i] = trial.feasible() ? trial.scores().get(0) : Double.NaN;
      }
      return figures;
    }
    double[] least = new double[weights.length];
    double[] range = new double[weights.length];
    for (int k = 0; k < weights.length; k++) {
      int objective = k;
      double[] all =
          trials.stream()
              .filter(Trial::feasible)
              .mapToDouble(t -> t.scores().get(objective))
              .sorted()
              .toArray();
      least[k] = all.length == 0 ? 0 : all[0];
      range[k] = all.length == 0 ? 0 : all[all.length - 1] - least[k];
    }
    for (int i = 0; i < figures.length; i++) {
      figures[i] = trials.get(i).feasible() ? one(trials.get(i), least, range) : Double.NaN;
    }
    return figures;
  }

  private double one(Trial trial, double[] least, double[] range) {
    double most = 0;
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      double part = range[k] == 0 ? 0 : (trial.scores().get(k) - least[k]) / range[k] * weights[k];
      most = Math.max(most, part);
      sum += part;
    }
    return most + OF_ALL * sum;
  }
}
