// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import java.util.Arrays;
import java.util.Comparator;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

final class Correlation {
  private Correlation() {}

  /** Returns Pearson's r; empty for fewer than two pairs, or if either variable is constant. */
  static OptionalDouble pearson(double[] x, double[] y) {
    int n = x.length;
    if (n < 2) {
      return OptionalDouble.empty();
    }
    double meanX = mean(x);
    double meanY = mean(y);
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (int i = 0; i < n; i++) {
      xx += (x[i] - meanX) * (x[i] - meanX);
      yy += (y[i] - meanY) * (y[i] - meanY);
      xy += (x[i] - meanX) * (y[i] - meanY);
    }
    if (xx == 0 || yy == 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(xy / (StrictMath.sqrt(xx) * StrictMath.sqrt(yy)));
  }

  /** Returns Spearman's rho: Pearson's r of the ranks, where equal values share their mean rank. */
  static OptionalDouble spearman(double[] x, double[] y) {
    return pearson(ranks(x), ranks(y));
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static double[] ranks(double[] values) {
    Integer[] order = IntStream.range(0, values.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
    double[] ranks = new double[values.length];
    for (int from = 0; from < order.length; ) {
      int to = from;
      while (to < order.length && values[order[to]] == values[order[from]]) {
        to++;
      }
      for (int i = from; i < to; i++) {
        ranks[order[i]] = (from + 1 + to) / 2.0;
      }
      from = to;
    }
    return ranks;
  }
}
