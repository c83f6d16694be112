// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * Proposes the places with the largest expected improvement under a {@link GaussianProcess} fitted
 * to the known results. Supports ordered and unordered axes; intended for few evaluations. Within a
 * batch, earlier places are assumed to have their predicted values. With several objectives, each
 * place uses new random weights. Not thread-safe.
 */
public final class ModelSearch implements Algorithm {
  /** Maximum number of candidate places; larger spaces are sampled. */
  private static final int MOST_WEIGHED = 2048;

  /** Maximum number of trials to which the model is fitted: the best and the most recent trials. */
  private static final int MOST_KNOWN = 200;

  /** Number of best places whose neighbours are always candidates. */
  private static final int NEAR_THE_BEST = 5;

  private static final int FIRST_PER_AXIS = 2;

  /** Interval of proposals with the most uncertain prediction, to escape local optima. */
  private static final int CURIOUS = 8;

  private final PlaceSpace space;
  private final Unseen unseen;
  private final RandomGenerator random;
  private final int batch;
  private final List<SearchPlace> first;
  private final double[][] lengths; // length scales for the objective and for feasibility

  public ModelSearch(PlaceSpace space, long seed, int batch) {
    this.space = space;
    this.batch = batch;
    unseen = new Unseen(space);
    random = new MersenneTwister(seed);
    int axes = space.axes().size();
    lengths = new double[2][axes];
    Arrays.fill(lengths[0], GaussianProcess.USUAL_LENGTH);
    Arrays.fill(lengths[1], GaussianProcess.FEASIBLE_LENGTH);
    int count = FIRST_PER_AXIS * axes + 2;
    count = (count + batch - 1) / batch * batch;
    first = new ArrayList<>(Spread.take(count, space, unseen, random));
  }

  @Override
  public List<Proposal> next(List<Trial> told, int left) {
    List<SearchPlace> places = new ArrayList<>();
    int count = Math.min(batch, left);
    while (!first.isEmpty() && places.size() < count) {
      places.add(first.remove(0));
    }
    if (places.isEmpty()) {
      places = best(told, count);
    }
    return places.stream().map(place -> new Proposal(place, space.lastRung())).toList();
  }

  private List<SearchPlace> best(List<Trial> told, int count) {
    List<SearchPlace> chosen = new ArrayList<>();
    boolean hope = told.stream().anyMatch(Trial::feasible);
    List<SearchPlace> candidates = hope ? candidates(told) : List.of();
    if (candidates.isEmpty()) {
      return Spread.take(count, space, unseen, random); // no data for a model
    }
    List<Trial> known = known(told);
    int objectives = known.stream().mapToInt(t -> t.scores().size()).max().orElse(1);
    Belief belief = null;
    for (int i = 0; i < count && !candidates.isEmpty(); i++) {
      if (belief == null || objectives > 1) {
        belief = new Belief(space, known, Scale.drawn(objectives, random).of(known), lengths);
        chosen.forEach(belief::suppose);
      }
      boolean curious = (told.size() + i) % CURIOUS == CURIOUS - 1;
      SearchPlace place = best(candidates, curious ? belief::doubt : belief::promise);
      candidates.remove(place);
      unseen.take(place);
      chosen.add(place);
      belief.suppose(place);
    }
    return chosen;
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
    return List.copyOf(known); // the best trials include feasible ones
  }

  private List<SearchPlace> candidates(List<Trial> told) {
    if (space.size() <= MOST_WEIGHED) {
      return new ArrayList<>(space.all().stream().filter(unseen::contains).toList());
    }
    Set<SearchPlace> candidates = new LinkedHashSet<>();
    List<Trial> best = Ranking.sorted(told);
    for (Trial trial : best.subList(0, Math.min(told.size(), NEAR_THE_BEST))) {
      for (SearchPlace near : space.neighbours(trial.place())) {
        candidates.add(near);
        candidates.addAll(space.neighbours(near));
        if (candidates.size() > MOST_WEIGHED / 2) {
          break;
        }
      }
    }
    for (int i = 0; i < MOST_WEIGHED && candidates.size() < MOST_WEIGHED; i++) {
      SearchPlace place = unseen.anywhere(random);
      candidates.add(near(place, best.get(0).place()));
      candidates.add(place);
    }
    return new ArrayList<>(candidates.stream().filter(unseen::contains).toList());
  }

  /** Returns a copy of the best place with some choices taken from another place. */
  private SearchPlace near(SearchPlace other, SearchPlace best) {
    SearchPlace place = best;
    for (int i = 0; i < space.axes().size(); i++) {
      if (random.nextInt(space.axes().size()) == 0) {
        place = place.with(i, other.at(i));
      }
    }
    return place;
  }

  /** Returns the place with the largest value; if several have this value, the first in order. */
  private static SearchPlace best(List<SearchPlace> places, ToDoubleFunction<SearchPlace> figure) {
    SearchPlace best = null;
    double most = Double.NEGATIVE_INFINITY;
    for (SearchPlace place : places) {
      double here = figure.applyAsDouble(place);
      if (best == null || here > most || here == most && place.compareTo(best) < 0) {
        best = place;
        most = here;
      }
    }
    return best;
  }
}
