// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.special.Erf;

/** Predicts the objective and the feasibility of places that have not been evaluated. */
final class Belief {
  private static final double NEAR_NOTHING = 1e-12;
  private static final double LEAST_DOUBT = 0.1;

  /** Places with a lower probability of being feasible rank last, even if very promising. */
  private static final double LEAST_HOPE = 0.3;

  private static final double UNLIKELY = 1e6;

  private final List<SearchPlace> places = new ArrayList<>(); // feasible places
  private double[] figures;
  private double least;
  private GaussianProcess goodness;
  // regression of 1 (feasible) and 0; null if all places were feasible
  private final GaussianProcess feasibility;

  /**
   * @param trials trials, at least one of them feasible
   * @param raw value of each trial, less is better; NaN for infeasible trials
   * @param lengths initial length scales for the objective and for feasibility; replaced by the
   *     fitted length scales
   */
  Belief(PlaceSpace space, List<Trial> trials, double[] raw, double[][] lengths) {
    List<SearchPlace> all = new ArrayList<>();
    double[] feasible = new double[raw.length];
    for (int i = 0; i < raw.length; i++) {
      all.add(trials.get(i).place());
      if (!Double.isNaN(raw[i])) {
        feasible[i] = 1;
        places.add(trials.get(i).place());
      }
    }
    figures = scaled(Arrays.stream(raw).filter(v -> !Double.isNaN(v)).toArray());
    least = Arrays.stream(figures).min().orElseThrow();
    goodness =
        GaussianProcess.fit(space, places, figures, lengths[0], GaussianProcess.USUAL_LENGTH);
    lengths[0] = goodness.lengths();
    if (places.size() == all.size()) {
      feasibility = null;
    } else {
      feasibility =
          GaussianProcess.fit(space, all, feasible, lengths[1], GaussianProcess.FEASIBLE_LENGTH);
      lengths[1] = feasibility.lengths();
    }
  }

  /** Standardises values, after taking logarithms if all have the same sign. */
  private static double[] scaled(double[] raw) {
    boolean positive = Arrays.stream(raw).allMatch(v -> v > 0);
    boolean negative = Arrays.stream(raw).allMatch(v -> v < 0); // maximised objectives are negated
    double[] scaled = raw.clone();
    for (int i = 0; i < scaled.length && (positive || negative); i++) {
      scaled[i] = positive ? StrictMath.log(raw[i]) : -StrictMath.log(-raw[i]);
    }
    double mean = Arrays.stream(scaled).sum() / scaled.length;
    double square = Arrays.stream(scaled).map(v -> (v - mean) * (v - mean)).sum() / scaled.length;
    double deviation = square > 0 ? Math.sqrt(square) : 1;
    return Arrays.stream(scaled).map(v -> (v - mean) / deviation).toArray();
  }

  /** Adds a place as if its predicted value had been measured. */
  void suppose(SearchPlace place) {
    figures = Arrays.copyOf(figures, figures.length + 1);
    figures[figures.length - 1] = goodness.guess(place).value();
    least = Math.min(least, figures[figures.length - 1]);
    places.add(place);
    goodness = goodness.with(places, figures);
  }

  /**
   * Returns the expected improvement of a place, weighted by the probability that it is feasible.
   * If no improvement is expected, returns a negative number, which is lower for a worse
   * prediction.
   */
  double promise(SearchPlace place) {
    GaussianProcess.Guess guess = goodness.guess(place);
    double better = least - guess.value();
    double deviation = guess.deviation();
    double promise;
    double z = better / Math.max(deviation, NEAR_NOTHING);
    if (deviation <= NEAR_NOTHING || z < -5) {
      promise = Math.min(better, z * NEAR_NOTHING);
    } else {
      double density = StrictMath.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
      promise = better * below(z) + deviation * density;
    }
    if (feasibility == null) {
      return promise;
    }
    GaussianProcess.Guess feasible = feasibility.guess(place);
    double doubt = Math.max(feasible.deviation(), LEAST_DOUBT);
    double hope = below((feasible.value() - 0.5) / doubt);
    if (hope < LEAST_HOPE) {
      return hope - UNLIKELY;
    }
    return promise > 0 ? promise * hope : promise;
  }

  /** Returns the standard deviation of the prediction for a place. */
  double doubt(SearchPlace place) {
    return goodness.guess(place).deviation();
  }

  /** Returns the cumulative distribution function of the standard normal distribution. */
  private static double below(double z) {
    return Erf.erfc(-z / Math.sqrt(2)) / 2;
  }
}
