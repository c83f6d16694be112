package io.lockstep.run.design;

import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the order of points of further dimensions so that they correlate little with those of the
 * dimensions before: of several random orders the one whose greatest correlation is least. Not
 * thread-safe.
 */
final class Decorrelation {
  private static final int TRIES = 16;

  /** With more points a random order correlates little by itself: 4.5 / √n at most, practically. */
  private static final int MOST_POINTS = 256;

  private final int count;
  private final List<double[]> before = new ArrayList<>(); // of mean 0 and length 1

  Decorrelation(int count) {
    this.count = count;
  }

  /** Adds dimensions that later ones are compared with. */
  void add(double[][] dimensions) {
    if (count <= MOST_POINTS) {
      for (double[] dimension : dimensions) {
        before.add(normal(dimension));
      }
    }
  }

  /** {@return the dimensions with their points in one and the same new order} */
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

  /**
   * The greatest correlation with a dimension before; at least {@code enough} if it is not less.
   */
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
