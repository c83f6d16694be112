// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.design;

import java.util.ArrayList;
import java.util.List;

/**
 * Orders the points of further dimensions so that they correlate little with earlier dimensions: of
 * several random orders, it chooses the one with the smallest maximum correlation.
 */
final class Decorrelation {
  private static final int TRIES = 16;

  /** With more points, a random order correlates little anyway: 4.5 / √n at most in practice. */
  private static final int MOST_POINTS = 256;

  private final int count;
  private final List<double[]> before = new ArrayList<>(); // normalised to mean 0 and length 1

  Decorrelation(int count) {
    this.count = count;
  }

  /** Adds dimensions that later dimensions are compared with. */
  void add(double[][] dimensions) {
    if (count <= MOST_POINTS) {
      for (double[] dimension : dimensions) {
        before.add(normal(dimension));
      }
    }
  }

  /** Returns the dimensions with their points in a new order, which is common to all of them. */
  double[][] order(double[][] dimensions, SeededNumbers random) {
    int[] best = random.order(count);
    if (count <= MOST_POINTS) {
      double[][] normal = new double[dimensions.length][];
      for (int d = 0; d < normal.length; d++) {
        normal[d] = normal(dimensions[d]);
      }
      double least = greatest(normal, best, Double.POSITIVE_INFINITY);
      for (int k = 1; k < TRIES; k++) {
        int[] order = random.order(count);
        double greatest = greatest(normal, order, least);
        if (greatest < least) {
          least = greatest;
          best = order;
        }
      }
    }
    double[][] ordered = new double[dimensions.length][];
    for (int d = 0; d < ordered.length; d++) {
      ordered[d] = ordered(dimensions[d], best);
    }
    return ordered;
  }

  /** Returns the greatest correlation with an earlier dimension; stops at {@code enough}. */
  private double greatest(double[][] dimensions, int[] order, double enough) {
    double greatest = 0;
    for (double[] dimension : dimensions) {
      double[] one = ordered(dimension, order);
      for (double[] other : before) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
          sum += one[i] * other[i];
        }
        greatest = Math.max(greatest, Math.abs(sum));
        if (greatest >= enough) {
          return greatest;
        }
      }
    }
    return greatest;
  }

  private static double[] ordered(double[] values, int[] order) {
    double[] ordered = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      ordered[i] = values[order[i]];
    }
    return ordered;
  }

  private static double[] normal(double[] values) {
    double mean = 0;
    for (double value : values) {
      mean += value / values.length;
    }
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    double[] normal = new double[values.length];
    for (int i = 0; i < values.length && squares > 0; i++) {
      normal[i] = (values[i] - mean) / Math.sqrt(squares);
    }
    return normal;
  }
}
