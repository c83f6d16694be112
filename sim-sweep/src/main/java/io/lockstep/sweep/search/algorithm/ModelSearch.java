package io.lockstep.sweep.search.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.special.Erf;

/**
 * Looks where a {@link GaussianProcess} of what is known expects the largest improvement: few
 * evaluations, each thought about. For lists and numbers alike. Of a batch, each place is chosen as
 * if those before it had come out as guessed. Several objectives are weighed anew for each place.
 * Not thread-safe.
 */
public final class ModelSearch implements Algorithm {
  /** Places that are weighed against each other; of larger spaces these many are drawn. */
  private static final int MOST_WEIGHED = 2048;

  /** Trials that a guess is made of: the best and the last ones where there are more. */
  private static final int MOST_KNOWN = 200;

  /** Best places whose neighbours are weighed in any case. */
  private static final int NEAR_THE_BEST = 5;

  private static final int FIRST_PER_AXIS = 2;

  private final Space space;
  private final Unseen unseen;
  private final RandomGenerator random;
  private final int batch;
  private final List<Place> first;
  private double[] lengths;

  /**
   * @param space where to look
   * @param seed of the first places, and of what is drawn
   * @param batch how many to propose together
   */
  public ModelSearch(Space space, long seed, int batch) {
    this.space = space;
    this.batch = batch;
    unseen = new Unseen(space);
    random = new MersenneTwister(seed);
    lengths = new double[space.axes().size()];
    Arrays.fill(lengths, 1);
    int count = FIRST_PER_AXIS * lengths.length + 2;
    count = (count + batch - 1) / batch * batch;
    first = new ArrayList<>(Spread.take(count, space, unseen, random));
  }

  @Override
  public List<Proposal> next(List<Trial> told, int left) {
    List<Place> places = new ArrayList<>();
    int count = Math.min(batch, left);
    while (!first.isEmpty() && places.size() < count) {
      places.add(first.remove(0));
    }
    if (places.isEmpty()) {
      places = best(told, count);
    }
    return places.stream().map(place -> new Proposal(place, space.lastRung())).toList();
  }

  private List<Place> best(List<Trial> told, int count) {
    List<Place> chosen = new ArrayList<>();
    if (told.stream().noneMatch(Trial::feasible)) {
      return Spread.take(count, space, unseen, random); // nothing to guess from
    }
    List<Trial> known = known(told);
    List<Place> candidates = candidates(told);
    boolean oneScale = known.get(0).scores().size() == 1;
    GaussianProcess process = null;
    double[] figures = new double[0];
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < count && !candidates.isEmpty(); i++) {
      if (process == null || !oneScale) {
        figures = figures(Scale.drawn(objectives(told), random).of(known));
        places = new ArrayList<>(known.stream().map(Trial::place).toList());
        process = GaussianProcess.fit(space, places, figures, lengths);
        lengths = process.lengths();
        for (Place place : chosen) { // as if they had come out as guessed
          figures = with(figures, process.guess(place));
          places.add(place);
        }
        process = process.with(places, figures);
      }
      Place place = mostPromising(process, candidates, Arrays.stream(figures).min().orElse(0));
      candidates.remove(place);
      unseen.take(place);
      chosen.add(place);
      figures = with(figures, process.guess(place));
      places.add(place);
      process = process.with(places, figures);
    }
    return chosen;
  }

  private static int objectives(List<Trial> told) {
    return told.stream().filter(Trial::feasible).findFirst().orElseThrow().scores().size();
  }

  private static double[] with(double[] figures, double more) {
    double[] longer = Arrays.copyOf(figures, figures.length + 1);
    longer[figures.length] = more;
    return longer;
  }

  private static List<Trial> known(List<Trial> told) {
    if (told.size() <= MOST_KNOWN) {
      return told;
    }
    Set<Trial> known = new LinkedHashSet<>(told.subList(told.size() - MOST_KNOWN / 2, told.size()));
    for (Trial trial : Ranking.sorted(told)) {
      if (known.size() < MOST_KNOWN) {
        known.add(trial);
      }
    }
    return List.copyOf(known);
  }

  /** Logarithms where all are positive, of mean 0 and deviation 1; what is infeasible is bad. */
  private static double[] figures(double[] raw) {
    double[] feasible = Arrays.stream(raw).filter(v -> !Double.isNaN(v)).toArray();
    boolean positive = Arrays.stream(feasible).allMatch(v -> v > 0);
    boolean negative = Arrays.stream(feasible).allMatch(v -> v < 0);
    double[] figures = raw.clone();
    for (int i = 0; i < figures.length; i++) {
      if (positive) {
        figures[i] = StrictMath.log(figures[i]);
      } else if (negative) { // of what is to be large
        figures[i] = -StrictMath.log(-figures[i]);
      }
    }
    double[] good = Arrays.stream(figures).filter(v -> !Double.isNaN(v)).toArray();
    double mean = Arrays.stream(good).sum() / good.length;
    double square = Arrays.stream(good).map(v -> (v - mean) * (v - mean)).sum() / good.length;
    double deviation = square > 0 ? Math.sqrt(square) : 1;
    double worst = Arrays.stream(good).max().orElse(0);
    for (int i = 0; i < figures.length; i++) {
      figures[i] = ((Double.isNaN(figures[i]) ? worst : figures[i]) - mean) / deviation;
    }
    return figures;
  }

  private List<Place> candidates(List<Trial> told) {
    if (space.size() <= MOST_WEIGHED) {
      return new ArrayList<>(space.all().stream().filter(unseen::contains).toList());
    }
    Set<Place> candidates = new LinkedHashSet<>();
    List<Trial> best = Ranking.sorted(told);
    for (Trial trial : best.subList(0, Math.min(told.size(), NEAR_THE_BEST))) {
      for (Place near : space.neighbours(trial.place())) {
        candidates.add(near);
        candidates.addAll(space.neighbours(near));
        if (candidates.size() > MOST_WEIGHED / 2) {
          break;
        }
      }
    }
    for (int i = 0; i < MOST_WEIGHED && candidates.size() < MOST_WEIGHED; i++) {
      Place place = unseen.anywhere(random);
      candidates.add(near(place, best.get(0).place()));
      candidates.add(place);
    }
    return new ArrayList<>(candidates.stream().filter(unseen::contains).toList());
  }

  /** A place with some choices of another one. */
  private Place near(Place other, Place best) {
    Place place = best;
    for (int i = 0; i < space.axes().size(); i++) {
      if (random.nextInt(space.axes().size()) == 0) {
        place = place.with(i, other.at(i));
      }
    }
    return place;
  }

  private static Place mostPromising(GaussianProcess process, List<Place> places, double least) {
    Place best = null;
    double most = Double.NEGATIVE_INFINITY;
    Comparator<Place> order = Comparator.naturalOrder();
    for (Place place : places) {
      double promise = promise(process, place, least);
      if (best == null || promise > most || promise == most && order.compare(place, best) < 0) {
        best = place;
        most = promise;
      }
    }
    return best;
  }

  /** The improvement that is to be expected; below 0, how far it is from one. */
  private static double promise(GaussianProcess process, Place place, double least) {
    double deviation = process.deviation(place);
    double better = least - process.guess(place);
    if (deviation <= 1e-9) {
      return better;
    }
    double z = better / deviation;
    if (z < -5) {
      return z * 1e-12;
    }
    double density = StrictMath.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
    return better * Erf.erfc(-z / Math.sqrt(2)) / 2 + deviation * density;
  }
}
