// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Estimates Sobol indices from a function's values at the points of Saltelli's design: two samples
 * A and B, and copies of A with single coordinates taken from B. First-order indices use estimator
 * (b) of table 2 in Saltelli et al., "Variance based sensitivity analysis of model output" (2010),
 * total indices use Jansen's estimator; confidence intervals are bootstrapped over base points.
 */
final class SobolSample {
  private static final int MOST_RESAMPLES = 1000;
  private static final int LEAST_RESAMPLES = 100;
  private static final double MOST_WORK = 3e8;
  private static final double OUTSIDE = 0.025; // probability of each tail, for 95 % intervals

  private final double[] a;
  private final double[] b;
  private final double[][] mixed; // A with one coordinate taken from B, by coordinate

  SobolSample(double[] a, double[] b, double[][] mixed) {
    this.a = a;
    this.b = b;
    this.mixed = mixed;
  }

  /**
   * Returns the indices of all coordinates; empty if the function is constant or there are fewer
   * than two base points.
   */
  List<SobolIndex> indices(List<String> names, long seed) {
    int n = a.length;
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    if (n < 2 || !(variance(all) > 0)) {
      return List.of();
    }
    int d = mixed.length;
    double work = (double) n * (d + 2);
    int resamples = (int) Math.max(LEAST_RESAMPLES, Math.min(MOST_RESAMPLES, MOST_WORK / work));
    double[][] first = new double[d][resamples];
    double[][] total = new double[d][resamples];
    // The algorithm of Random is specified, so results are reproducible.
    Random random = new Random(seed);
    int[] chosen = new int[n];
    for (int r = 0; r < resamples; r++) {
      double variance = 0;
      while (!(variance > 0)) { // a resample that draws a single point n times has no variance
        for (int i = 0; i < n; i++) {
          chosen[i] = random.nextInt(n);
        }
        variance = variance(chosen);
      }
      double mean = mean(chosen);
      for (int k = 0; k < d; k++) {
        first[k][r] = first(k, chosen, mean) / variance;
        total[k][r] = total(k, chosen) / variance;
      }
    }
    double variance = variance(all);
    double mean = mean(all);
    List<SobolIndex> indices = new ArrayList<>();
    for (int k = 0; k < d; k++) {
      indices.add(
          new SobolIndex(
              names.get(k),
              estimate(first(k, all, mean) / variance, first[k]),
              estimate(total(k, all) / variance, total[k])));
    }
    return indices;
  }

  private static SobolIndex.Estimate estimate(double value, double[] resampled) {
    Arrays.sort(resampled);
    int out = (int) (OUTSIDE * resampled.length);
    return new SobolIndex.Estimate(value, resampled[out], resampled[resampled.length - 1 - out]);
  }

  private double mean(int[] chosen) {
    double sum = 0;
    for (int i : chosen) {
      sum += a[i] + b[i];
    }
    return sum / (2.0 * chosen.length);
  }

  private double variance(int[] chosen) {
    double mean = mean(chosen);
    double sum = 0;
    for (int i : chosen) {
      sum += (a[i] - mean) * (a[i] - mean) + (b[i] - mean) * (b[i] - mean);
    }
    return sum / (2.0 * chosen.length);
  }

  /**
   * Saltelli's estimator of a first-order index, times the variance. Subtracting the mean from b
   * reduces the variance of the estimate and leaves its expectation unchanged.
   */
  private double first(int k, int[] chosen, double mean) {
    double sum = 0;
    for (int i : chosen) {
      sum += (b[i] - mean) * (mixed[k][i] - a[i]);
    }
    return sum / chosen.length;
  }

  /** Jansen's estimator of a total index, times the variance. */
  private double total(int k, int[] chosen) {
    double sum = 0;
    for (int i : chosen) {
      double difference = a[i] - mixed[k][i];
      sum += difference * difference;
    }
    return sum / (2.0 * chosen.length);
  }
}
