// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;

/**
 * Finds the figures that correlate with the results. Rank correlation is insensitive to the scale
 * of a range and to outliers.
 */
final class FigureInfluences {
  static final int MOST = 3;

  /** Family-wise significance level. */
  private static final double RARE = 0.05;

  /** Minimum number of draws for a meaningful correlation. */
  private static final int FEWEST = 4;

  private FigureInfluences() {}

  /**
   * Returns the figures with the largest correlations.
   *
   * @param draws indices of the draws that have a value
   * @param values value of each of these draws
   */
  static List<FigureInfluence> of(
      List<DrawnFigure> coordinates, List<Integer> draws, double[] values) {
    if (draws.size() < FEWEST || Arrays.stream(values).allMatch(v -> v == values[0])) {
      return List.of();
    }
    double chance = chance(draws.size(), coordinates.size());
    List<FigureInfluence> all = new ArrayList<>();
    for (DrawnFigure coordinate : coordinates) {
      double[] drawn = draws.stream().mapToDouble(i -> coordinate.quantiles().get(i)).toArray();
      double correlation = new SpearmansCorrelation().correlation(drawn, values);
      all.add(new FigureInfluence(coordinate.name(), correlation, Math.abs(correlation) > chance));
    }
    all.sort(
        Comparator.comparingDouble((FigureInfluence c) -> -Math.abs(c.correlation()))
            .thenComparing(FigureInfluence::name));
    return List.copyOf(all.subList(0, Math.min(MOST, all.size())));
  }

  /**
   * Returns the correlation that at least one of several independent figures exceeds by chance with
   * a probability of at most 5 % (Bonferroni).
   */
  static double chance(int draws, int figures) {
    double degrees = draws - 2;
    double t = new TDistribution(degrees).inverseCumulativeProbability(1 - RARE / (2.0 * figures));
    return t / Math.sqrt(degrees + t * t);
  }
}
