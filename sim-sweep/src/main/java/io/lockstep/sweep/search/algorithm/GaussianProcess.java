// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.Arrays;
import java.util.List;

/**
 * Predicts a value with its uncertainty from evaluated places: a Gaussian process with a Matérn 5/2
 * kernel and one length scale per axis.
 */
final class GaussianProcess {
  /** Bounds of the length scales; the length of an axis is 1. */
  private static final double SHORTEST = 0.125;

  private static final double LONGEST = 16;

  /** Median of the log-normal prior of length scales. */
  static final double USUAL_LENGTH = 0.5;

  /** Median of the prior for feasibility, whose boundary crosses the whole space. */
  static final double FEASIBLE_LENGTH = 2;

  private static final double LENGTHS_SPREAD = 0.7;

  /** Diagonal noise term (nugget), relative to the variance; small, since values are exact. */
  private static final double REST = 1e-6;

  private static final int PASSES = 3;

  private final PlaceSpace space;
  private final List<SearchPlace> places;
  private final double[] lengths;
  private final double usual;
  private final double[][] factor; // Cholesky factor of the kernel matrix, lower triangle
  private final double[] weights;
  private final double variance;
  private final double mean;
  private final double likelihood;

  /**
   * @param figures values at the places
   */
  private GaussianProcess(
      PlaceSpace space,
      List<SearchPlace> places,
      double[] figures,
      double[] lengths,
      double usual) {
    this.usual = usual;
    this.space = space;
    this.places = places;
    this.lengths = lengths;
    int n = places.size();
    mean = Arrays.stream(figures).sum() / n;
    factor = new double[n][];
    for (int i = 0; i < n; i++) {
      factor[i] = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        factor[i][j] = kernel(places.get(i), places.get(j)) + (i == j ? REST : 0);
      }
    }
    double logs = decompose();
    double[] solved = new double[n];
    for (int i = 0; i < n; i++) {
      solved[i] = figures[i] - mean;
    }
    forwards(solved);
    double sum = Arrays.stream(solved).map(v -> v * v).sum();
    variance = Math.max(sum / n, 1e-12);
    double believed = 0;
    for (double length : lengths) {
      double off = StrictMath.log(length / usual) / LENGTHS_SPREAD;
      believed -= off * off / 2;
    }
    likelihood = believed - logs - n / 2.0 * StrictMath.log(variance);
    weights = backwards(solved);
  }

  /**
   * Fits length scales by coordinate search for the maximum a-posteriori likelihood.
   *
   * @param start initial length scales; not modified
   * @param usual median of the prior of length scales
   */
  static GaussianProcess fit(
      PlaceSpace space, List<SearchPlace> places, double[] figures, double[] start, double usual) {
    GaussianProcess best = new GaussianProcess(space, places, figures, start.clone(), usual);
    for (int pass = 0; pass < PASSES; pass++) {
      boolean better = false;
      for (int axis = 0; axis < start.length; axis++) {
        for (double factor : new double[] {2, 0.5}) {
          double[] lengths = best.lengths.clone();
          lengths[axis] *= factor;
          while (lengths[axis] >= SHORTEST && lengths[axis] <= LONGEST) {
            GaussianProcess other = new GaussianProcess(space, places, figures, lengths, usual);
            if (other.likelihood <= best.likelihood) {
              break;
            }
            best = other;
            better = true;
            lengths = lengths.clone();
            lengths[axis] *= factor;
          }
        }
      }
      if (!better) {
        break;
      }
    }
    return best;
  }

  /** Returns a process with additional places and the same length scales. */
  GaussianProcess with(List<SearchPlace> all, double[] figures) {
    return new GaussianProcess(space, all, figures, lengths, usual);
  }

  double[] lengths() {
    return lengths.clone();
  }

  record Guess(double value, double deviation) {}

  Guess guess(SearchPlace place) {
    double[] near = new double[weights.length];
    double guess = mean;
    for (int i = 0; i < near.length; i++) {
      near[i] = kernel(place, places.get(i));
      guess += weights[i] * near[i];
    }
    forwards(near);
    double known = 0;
    for (double part : near) {
      known += part * part;
    }
    return new Guess(guess, Math.sqrt(Math.max(0, (1 - known) * variance)));
  }

  private double kernel(SearchPlace one, SearchPlace other) {
    double square = 0;
    for (int i = 0; i < lengths.length; i++) {
      double apart = space.axes().get(i).distance(one.at(i), other.at(i)) / lengths[i];
      square += apart * apart;
    }
    double r = Math.sqrt(5 * square);
    return (1 + r + r * r / 3) * StrictMath.exp(-r);
  }

  /** Cholesky decomposition in place; returns the sum of the logarithms of the diagonal. */
  private double decompose() {
    double logs = 0;
    for (int i = 0; i < factor.length; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = factor[i][j];
        for (int k = 0; k < j; k++) {
          sum -= factor[i][k] * factor[j][k];
        }
        factor[i][j] = i == j ? Math.sqrt(Math.max(sum, REST / 2)) : sum / factor[j][j];
      }
      logs += StrictMath.log(factor[i][i]);
    }
    return logs;
  }

  private void forwards(double[] right) {
    for (int i = 0; i < right.length; i++) {
      double sum = right[i];
      for (int k = 0; k < i; k++) {
        sum -= factor[i][k] * right[k];
      }
      right[i] = sum / factor[i][i];
    }
  }

  private double[] backwards(double[] right) {
    double[] solved = right.clone();
    for (int i = solved.length - 1; i >= 0; i--) {
      solved[i] /= factor[i][i];
      for (int k = 0; k < i; k++) {
        solved[k] -= factor[i][k] * solved[i];
      }
    }
    return solved;
  }
}
