package io.lockstep.sweep.search.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.special.Erf;

/**
 * Predictions for places that are not evaluated: how good they are, and whether they are feasible.
 * Not thread-safe.
 */
final class Belief {
  private static final double NEAR_NOTHING = 1e-12;
  private static final double LEAST_DOUBT = 0.1;

  /** What is less probably feasible comes last, whatever it promises. */
  private static final double LEAST_HOPE = 0.3;

  private static final double UNLIKELY = 1e6;

  private final List<SearchPlace> places = new ArrayList<>(); // feasible ones
  private double[] figures;
  private double least;
  private GaussianProcess goodness;
  private final GaussianProcess feasibility; // 1 or 0; null where all were feasible

  /**
   * @param trials at least one of which is feasible
   * @param raw a figure of each, less is better; NaN of infeasible ones
   * @param lengths where to begin: of goodness, then of feasibility
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

  /** Logarithms if all have one sign, of mean 0 and deviation 1. */
  private static double[] scaled(double[] raw) {
    boolean positive = Arrays.stream(raw).allMatch(v -> v > 0);
    boolean negative = Arrays.stream(raw).allMatch(v -> v < 0); // of what is to be large
    double[] scaled = raw.clone();
    for (int i = 0; i < scaled.length && (positive || negative); i++) {
      scaled[i] = positive ? StrictMath.log(raw[i]) : -StrictMath.log(-raw[i]);
    }
    double mean = Arrays.stream(scaled).sum() / scaled.length;
    double square = Arrays.stream(scaled).map(v -> (v - mean) * (v - mean)).sum() / scaled.length;
    double deviation = square > 0 ? Math.sqrt(square) : 1;
    return Arrays.stream(scaled).map(v -> (v - mean) / deviation).toArray();
  }

  /** Goes on as if a place had come out as it is guessed to. */
  void suppose(SearchPlace place) {
    figures = Arrays.copyOf(figures, figures.length + 1);
    figures[figures.length - 1] = goodness.guess(place).value();
    least = Math.min(least, figures[figures.length - 1]);
    places.add(place);
    goodness = goodness.with(places, figures);
  }

  /** The improvement to be expected of a place; below 0, how far it is from one. */
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

  /** How little is known of a place. */
  double doubt(SearchPlace place) {
    return goodness.guess(place).deviation();
  }

  /** Share of a normal distribution below so many deviations. */
  private static double below(double z) {
    return Erf.erfc(-z / Math.sqrt(2)) / 2;
  }
}
