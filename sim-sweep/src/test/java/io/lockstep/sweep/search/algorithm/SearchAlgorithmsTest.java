// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

final class SearchAlgorithmsTest {
  private static final int SEEDS = 3;

  /** An algorithm for a space and a seed. */
  private interface Maker {
    Algorithm of(PlaceSpace space, long seed);
  }

  private static final Maker RANDOM = (space, seed) -> new RandomSearch(space, seed, 4);
  private static final Maker MODEL = (space, seed) -> new ModelSearch(space, seed, 4);
  private static final Maker CMA_ES = (space, seed) -> new CmaEsSearch(space, seed, 4);

  private static PlaceSpace grid(int... sizes) {
    List<SearchAxis> axes = new ArrayList<>();
    for (int size : sizes) {
      axes.add(new SearchAxis("axis " + axes.size(), size, true));
    }
    return new PlaceSpace(axes, place -> true);
  }

  private static Function<Proposal, List<Double>> scores(ToDoubleFunction<SearchPlace> function) {
    return proposal -> List.of(function.applyAsDouble(proposal.place()));
  }

  private static double sphere(SearchPlace place, int... centre) {
    double sum = 1;
    for (int i = 0; i < centre.length; i++) {
      sum += (place.at(i) - centre[i]) * (place.at(i) - centre[i]);
    }
    return sum;
  }

  /** Rosenbrock's valley from -2 to 2, its bottom at 1, 1. */
  private static double valley(SearchPlace place, int size) {
    double x = -2 + 4.0 * place.at(0) / (size - 1);
    double y = -2 + 4.0 * place.at(1) / (size - 1);
    return 100 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x) + 1e-3;
  }

  private static int hits(
      Maker maker, PlaceSpace space, int budget, ToDoubleFunction<SearchPlace> function) {
    double best = space.all().stream().mapToDouble(function).min().orElseThrow();
    int hits = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      hits += Played.play(maker.of(space, seed), budget, scores(function)).first(best) > 0 ? 1 : 0;
    }
    return hits;
  }

  @Test
  void modelAndEvolutionFindTheBottomOfASphereOf500PlacesWithin60WhereRandomSeldomDoes() {
    PlaceSpace space = grid(5, 5, 5, 4);
    ToDoubleFunction<SearchPlace> sphere = place -> sphere(place, 3, 1, 4, 2);

    assertThat(hits(MODEL, space, 60, sphere)).isEqualTo(SEEDS);
    assertThat(hits(CMA_ES, space, 60, sphere)).isGreaterThanOrEqualTo(SEEDS - 1);
    assertThat(hits(RANDOM, space, 60, sphere)).isLessThan(SEEDS);
  }

  @Test
  void aModelComesDownTheValleyOfRosenbrockMuchFurtherThanRandom() {
    PlaceSpace space = grid(32, 32);
    double model = 0;
    double random = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      model += Played.play(MODEL.of(space, seed), 50, scores(p -> valley(p, 32))).least(0);
      random += Played.play(RANDOM.of(space, seed), 50, scores(p -> valley(p, 32))).least(0);
    }

    assertThat(model).isLessThan(random / 3);
  }

  @Test
  void aModelLeavesADeceptiveSlopeForThePeakBesideIt() {
    PlaceSpace space = grid(9, 9);
    ToDoubleFunction<SearchPlace> deceptive = // down to one corner; the best is in the opposite one
        p -> p.at(0) >= 7 && p.at(1) >= 7 ? 1 : 5 + p.at(0) + p.at(1);

    assertThat(hits(MODEL, space, 40, deceptive)).isEqualTo(SEEDS);
  }

  @Test
  void aModelFindsTheBestOfNamesThatHaveNoOrder() {
    PlaceSpace space =
        new PlaceSpace(
            List.of(
                new SearchAxis("policy", 6, false),
                new SearchAxis("size", 8, true),
                new SearchAxis("c", 5, false)),
            place -> true);
    ToDoubleFunction<SearchPlace> function =
        p -> 1 + (p.at(0) == 4 ? 0 : 3) + (p.at(1) - 6) * (p.at(1) - 6) + (p.at(2) == 1 ? 0 : 2);

    assertThat(hits(MODEL, space, 60, function)).isEqualTo(SEEDS);
    assertThatThrownBy(() -> CMA_ES.of(space, 1)).hasMessageContaining("ordered");
  }

  @Test
  void evolutionFollowsNumbersThatAreFinelyCut() {
    PlaceSpace space = grid(256, 256, 256);
    ToDoubleFunction<SearchPlace> sphere = place -> sphere(place, 40, 200, 128);
    double cmaEs = 0;
    double random = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      cmaEs += Played.play(CMA_ES.of(space, seed), 300, scores(sphere)).least(0);
      random += Played.play(RANDOM.of(space, seed), 300, scores(sphere)).least(0);
    }

    assertThat(cmaEs).isLessThan(random / 20);
  }

  @Test
  void aBorderOfWhatIsFeasibleIsFollowedAndWhatIsBeyondIsNeverTheBest() {
    PlaceSpace space = grid(5, 5, 5, 4);
    ToDoubleFunction<SearchPlace> cost = p -> 3 * p.at(0) + 2 * p.at(1) + p.at(2) + p.at(3);
    ToDoubleFunction<SearchPlace> time = p -> 100.0 / (1 + p.at(0)) + 60.0 / (1 + p.at(1));
    double best =
        space.all().stream()
            .filter(p -> cost.applyAsDouble(p) <= 9)
            .mapToDouble(time)
            .min()
            .orElseThrow();
    for (int seed = 1; seed <= SEEDS; seed++) {
      Played played =
          Played.play(
              MODEL.of(space, seed),
              60,
              p ->
                  cost.applyAsDouble(p.place()) > 9
                      ? List.of()
                      : List.of(time.applyAsDouble(p.place())));

      assertThat(Ranking.sorted(played.trials).get(0).feasible()).isTrue();
      assertThat(played.least(0)).isLessThan(1.05 * best);
    }
  }

  @Test
  void everyPlaceOfASmallSpaceIsLookedAtOnceAndThenThereIsNothingMore() {
    Set<SearchPlace> illegal =
        Set.of(new SearchPlace(0, 0), new SearchPlace(2, 1), new SearchPlace(3, 3));
    PlaceSpace space =
        new PlaceSpace(
            List.of(new SearchAxis("a", 4, true), new SearchAxis("b", 4, true)),
            p -> !illegal.contains(p));
    for (Maker maker : List.of(RANDOM, MODEL, CMA_ES)) {
      Played played = Played.play(maker.of(space, 3), 1000, scores(p -> sphere(p, 1, 2)));
      Set<SearchPlace> places = new HashSet<>();
      played.trials.forEach(t -> places.add(t.place()));

      assertThat(played.trials).hasSize(13);
      assertThat(places).containsExactlyInAnyOrderElementsOf(space.all());
    }
  }

  @Test
  void theSameSeedAsksTheSameAndAnotherOneSomethingElse() {
    PlaceSpace space = grid(8, 8, 8);
    for (Maker maker : List.of(RANDOM, MODEL, CMA_ES)) {
      Function<Proposal, List<Double>> sphere = scores(p -> sphere(p, 5, 2, 6));
      List<Trial> one = Played.play(maker.of(space, 7), 40, sphere).trials;

      assertThat(Played.play(maker.of(space, 7), 40, sphere).trials).isEqualTo(one);
      assertThat(Played.play(maker.of(space, 8), 40, sphere).trials).isNotEqualTo(one);
    }
  }

  @Test
  void aLargerBudgetBeginsLikeASmallerOne() {
    PlaceSpace space = grid(8, 8, 8);
    for (Maker maker : List.of(RANDOM, MODEL, CMA_ES)) {
      Function<Proposal, List<Double>> sphere = scores(p -> sphere(p, 5, 2, 6));
      List<Trial> small = Played.play(maker.of(space, 7), 21, sphere).trials;

      assertThat(Played.play(maker.of(space, 7), 50, sphere).trials)
          .startsWith(small.toArray(Trial[]::new));
    }
  }

  @Test
  void aPlaceThatIsTakenIsReplacedByTheNearestThatIsNot() {
    PlaceSpace space =
        new PlaceSpace(
            List.of(new SearchAxis("a", 5, true), new SearchAxis("b", 3, true)), p -> p.at(1) < 2);
    Unseen unseen = new Unseen(space);

    assertThat(unseen.take(new SearchPlace(2, 1))).contains(new SearchPlace(2, 1));
    assertThat(unseen.take(new SearchPlace(2, 1)))
        .contains(new SearchPlace(1, 1)); // a quarter of the axis
    assertThat(unseen.take(new SearchPlace(2, 1))).contains(new SearchPlace(3, 1));
    assertThat(unseen.take(new SearchPlace(2, 2)))
        .contains(new SearchPlace(0, 1)); // legal ones alone
  }

  @Test
  void halvingLooksAtManyCheaplyAndAtTheBestPartOfThemDearly() {
    PlaceSpace space =
        new PlaceSpace(
            List.of(new SearchAxis("a", 30, true), new SearchAxis("b", 30, false)), p -> true, 3);
    Played played =
        Played.play(
            new HalvingSearch(space, 1, 4),
            52,
            p -> List.of(sphere(p.place(), 20, 7) + (p.rung() == 0 ? p.place().at(1) % 2 : 0)));
    List<Trial> first = played.trials.stream().filter(t -> t.proposal().rung() == 0).toList();
    List<Trial> second = played.trials.stream().filter(t -> t.proposal().rung() == 1).toList();
    List<Trial> third = played.trials.stream().filter(t -> t.proposal().rung() == 2).toList();

    assertThat(first).hasSize(36);
    assertThat(second).hasSize(12);
    assertThat(third).hasSize(4);
    assertThat(second.stream().map(Trial::place))
        .containsExactlyElementsOf(
            Ranking.sorted(first).subList(0, 12).stream().map(Trial::place).toList());
    assertThat(third.stream().map(Trial::place))
        .containsExactlyElementsOf(
            Ranking.sorted(second).subList(0, 4).stream().map(Trial::place).toList());
  }

  @Test
  void halvingGoesOnWithMoreWhereTheSpaceFitsIntoTheBudget() {
    assertThat(HalvingSearch.counts(52, 900, 3)).containsExactly(36, 12, 4);
    assertThat(HalvingSearch.counts(100, 36, 3)).startsWith(36).doesNotContain(0);
    assertThat(HalvingSearch.counts(100, 36, 3)[0] + HalvingSearch.counts(100, 36, 3)[1])
        .isLessThanOrEqualTo(100);
    assertThat(java.util.stream.IntStream.of(HalvingSearch.counts(100, 36, 3)).sum())
        .isEqualTo(100);
    assertThat(HalvingSearch.counts(108, 36, 3)).containsExactly(36, 36, 36);
  }

  @Test
  void halvingOfOneFidelityIsRefused() {
    assertThatThrownBy(() -> new HalvingSearch(grid(3), 1, 4)).hasMessageContaining("fidelities");
  }

  @Test
  void aModelFindsMostOfAFrontThatRandomDoesNot() {
    PlaceSpace space = grid(10, 10, 5);
    Function<Proposal, List<Double>> two =
        p -> {
          double waste = 3 * p.place().at(1) + p.place().at(2);
          return List.of(1 + p.place().at(0) + waste, 10 - p.place().at(0) + waste);
        };
    long model = 0;
    long random = 0;
    for (int seed = 1; seed <= 3; seed++) {
      model += best(Played.play(MODEL.of(space, seed), 60, two).trials);
      random += best(Played.play(RANDOM.of(space, seed), 60, two).trials);
    }

    assertThat(model).isGreaterThanOrEqualTo(3 * 8); // of ten
    assertThat(random).isLessThan(model / 2);
  }

  /** How many of the ten places without waste were found, and stand in the front. */
  private static long best(List<Trial> trials) {
    return Ranking.front(trials).stream()
        .filter(t -> t.place().at(1) == 0 && t.place().at(2) == 0)
        .count();
  }

  @Test
  void theFrontIsWhatNothingFeasibleDominates() {
    Trial one = trial(0, true, 1.0, 5.0);
    Trial two = trial(1, true, 3.0, 3.0);
    Trial worse = trial(2, true, 3.0, 4.0);
    Trial three = trial(3, true, 5.0, 1.0);
    Trial infeasible = trial(4, false);
    List<Trial> all = List.of(infeasible, one, worse, two, three);

    assertThat(Ranking.front(all)).containsExactly(one, two, three);
    assertThat(Ranking.sorted(all)).containsExactly(one, three, two, worse, infeasible);
  }

  private static Trial trial(int at, boolean feasible, Double... scores) {
    return new Trial(new Proposal(new SearchPlace(at), 0), List.of(scores), feasible);
  }
}
