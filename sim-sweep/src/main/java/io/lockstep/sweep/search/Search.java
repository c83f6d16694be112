// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.result.ResultFields;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticsRegistry;
import io.lockstep.study.point.Point;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.search.algorithm.Algorithm;
import io.lockstep.sweep.search.algorithm.Proposal;
import io.lockstep.sweep.search.algorithm.Ranking;
import io.lockstep.sweep.search.algorithm.Trial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A search from its start to the end of its budget. A search always starts anew; the evaluator
 * returns cached results immediately, so that a restarted search makes the same evaluations. Not
 * thread-safe.
 */
public final class Search {
  private final SearchSpace space;
  private final Algorithm algorithm;
  private final SearchEvaluator evaluator;
  private final Scorer scorer;
  private final StatisticsRegistry statistics;
  private final List<SearchEvaluation> evaluations = new ArrayList<>();
  private final Map<Trial, SearchEvaluation> byTrial = new HashMap<>(); // lookup only

  /**
   * @throws InputException if the sweep file has no objective
   */
  public Search(
      SearchSpace space, Algorithm algorithm, SearchEvaluator evaluator, Catalogue catalogue) {
    this.space = space;
    this.algorithm = algorithm;
    this.evaluator = evaluator;
    requireObjectives(space);
    scorer = new Scorer(space.file(), catalogue);
    statistics = catalogue.statistics();
  }

  /**
   * Requires an objective.
   *
   * @throws InputException if the sweep file has no objective
   */
  public static void requireObjectives(SearchSpace space) {
    if (space.file().search().objectives().isEmpty()) {
      throw new InputException(
          space.file().workloads().get(0).file().where(),
          "a search wants an objective in its sweep file: objectives: [{minimise: seconds}]");
    }
  }

  /**
   * Runs the search.
   *
   * @param budget maximum number of evaluated places over all fidelities
   * @return whether the search was completed; false if the evaluator stopped early
   * @throws InputException if an objective uses an unknown name, or no place is legal
   */
  public boolean run(int budget, Consumer<Search> listener) {
    List<Trial> told = new ArrayList<>();
    long known = 0; // number of points of the places evaluated so far
    while (told.size() < budget) {
      List<Proposal> next = algorithm.next(List.copyOf(told), budget - told.size());
      if (next.isEmpty()) {
        break;
      }
      List<List<List<Point>>> places = new ArrayList<>();
      List<Point> points = new ArrayList<>();
      for (Proposal p : next) {
        places.add(space.points(p.place(), p.rung(), known + points.size()));
        places.get(places.size() - 1).forEach(points::addAll);
      }
      List<PointOutcome> outcomes = evaluator.evaluate(points);
      if (outcomes.size() < points.size()) {
        return false;
      }
      known += points.size();
      Iterator<PointOutcome> come = outcomes.iterator();
      for (int i = 0; i < next.size(); i++) {
        SearchEvaluation evaluation =
            scorer.score(told.size() + 1, next.get(i), places.get(i), come);
        told.add(evaluation.trial());
        evaluations.add(evaluation);
        byTrial.put(evaluation.trial(), evaluation);
      }
      listener.accept(this);
    }
    if (told.isEmpty()) {
      throw space.nothingLegal();
    }
    return true;
  }

  public SearchSpace space() {
    return space;
  }

  /** Returns the objectives as written in the file. */
  public List<String> objectives() {
    return space.file().search().objectives().stream()
        .map(o -> (o.minimise() ? "minimise " : "maximise ") + o.value().text())
        .toList();
  }

  /** Returns the columns of the objectives: {@code objective}, or {@code objective.1} and so on. */
  List<String> columns() {
    int count = space.file().search().objectives().size();
    return count == 1
        ? List.of("objective")
        : IntStream.rangeClosed(1, count).mapToObj(i -> "objective." + i).toList();
  }

  /** Returns the names that belong to the texts of {@link #words}. */
  Set<String> choices() {
    Set<String> names = new LinkedHashSet<>(space.words(0).keySet());
    space.space().axes().forEach(axis -> names.add(axis.name()));
    names.addAll(space.ownNames());
    return names;
  }

  /** Returns the choices of a place: first fidelities, last the choices of single workloads. */
  public Map<String, String> words(SearchEvaluation evaluation) {
    Map<String, String> words =
        new LinkedHashMap<>(space.words(evaluation.trial().proposal().rung()));
    words.putAll(space.words(evaluation.trial().proposal().place()));
    words.putAll(space.ownWords(evaluation.chosen()));
    return words;
  }

  /**
   * Returns the unit of each objective that is a field of the result or a statistic; empty for
   * other expressions.
   */
  public List<String> units() {
    return space.file().search().objectives().stream().map(o -> unit(o.value().text())).toList();
  }

  private String unit(String objective) {
    return ResultFields.number(objective)
        .map(field -> field.type().unit())
        .or(() -> statistics.find(objective).map(Statistic::unit))
        .orElse("");
  }

  /** Describes the values over which an objective is averaged, for users. */
  public String averages() {
    int workloads = space.file().workloads().size();
    int phases = space.file().work().phases().size();
    String each = phases > 1 ? "mean over " + phases + " launch phases" : "one launch phase";
    String over = workloads > 1 ? "geometric mean over " + workloads + " workloads, each " : "";
    boolean own = !space.ownNames().isEmpty();
    String best = own ? " with the best of the values that it alone has" : "";
    return over + (workloads > 1 && phases > 1 ? "the " : workloads > 1 ? "at " : "") + each + best;
  }

  public List<SearchEvaluation> evaluations() {
    return List.copyOf(evaluations);
  }

  /**
   * Returns the best places at the highest fidelity: sorted for a single objective; for several
   * objectives the Pareto front, sorted by the first objective.
   *
   * @param most maximum number of places for a single objective
   */
  public List<SearchEvaluation> best(int most) {
    int last = space.space().rungs() - 1;
    List<Trial> trials =
        evaluations.stream()
            .map(SearchEvaluation::trial)
            .filter(t -> t.feasible() && t.proposal().rung() == last)
            .toList();
    boolean single = space.file().search().objectives().size() == 1;
    List<Trial> best = single ? Ranking.sorted(trials) : new ArrayList<>(Ranking.front(trials));
    if (!single) {
      best.sort(java.util.Comparator.comparingDouble(t -> t.scores().get(0)));
    }
    return best.stream().limit(single ? most : Long.MAX_VALUE).map(byTrial::get).toList();
  }
}
