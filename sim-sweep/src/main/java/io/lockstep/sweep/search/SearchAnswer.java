// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.run.Numbers;
import io.lockstep.run.answer.Answer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The state of a search as {@code sweep optimise} prints it.
 *
 * @param search search with its evaluations so far
 * @param most maximum number of best places for a single objective
 */
public record SearchAnswer(Search search, SearchOptions options, int most) {
  private static final MathContext DIGITS = new MathContext(9);
  private static final List<String> ALGORITHMS =
      Stream.of(SearchOptions.Kind.values()).map(SearchOptions.Kind::word).toList();

  /**
   * An evaluated place.
   *
   * @param choices the value chosen on each axis
   * @param values values of the objectives by column; null if the place is infeasible
   */
  public record Place(
      SearchEvaluation evaluation, Map<String, String> choices, Map<String, BigDecimal> values) {
    private static final Answer<Place> ANSWER =
        Answer.<Place>part()
            .integer("evaluation", "Number from 1, as in search.csv.", p -> p.evaluation.number())
            .typed("choices", "Value chosen on each axis, fidelities first.", Place::choices)
            .figures("values", "By objective: objective, or objective.1 and so on.", Place::values)
            .texts("commands", "Each simulates a point again.", p -> p.evaluation.commands());

    static Place of(Search search, SearchEvaluation evaluation) {
      Map<String, BigDecimal> values = new LinkedHashMap<>();
      List<String> columns = search.columns();
      for (int i = 0; i < columns.size(); i++) {
        List<Double> found = evaluation.values();
        values.put(columns.get(i), found.isEmpty() ? null : decimal(found.get(i)));
      }
      return new Place(evaluation, search.words(evaluation), values);
    }
  }

  /** Declares the document. */
  public static final Answer<SearchAnswer> ANSWER =
      Answer.<SearchAnswer>of("Search", "Output of sweep optimise with --format json.")
          .word("algorithm", "", ALGORITHMS, SearchAnswer::algorithm)
          .integer("seed", "", a -> a.options.seed())
          .integer("batch", "Places evaluated together.", a -> a.options.batch())
          .integer("budget", "Maximum number of evaluations.", a -> a.options.budget())
          .integer("places", "Combinations of all axes.", a -> a.search.space().space().size())
          .integer(
              "evaluations", "Each fidelity of a place counts.", a -> a.search.evaluations().size())
          .texts("objectives", "As written in the sweep file.", a -> a.search.objectives())
          .texts("units", "Units of the objectives, or empty.", a -> a.search.units())
          .text("averages", "Launch phases and workloads averaged.", a -> a.search.averages())
          .list("best", "Best first, or a Pareto front.", SearchAnswer::best, Place.ANSWER);

  /** {@return the best places} */
  public List<Place> best() {
    return places(search, search.best(most));
  }

  private static List<Place> places(Search search, List<SearchEvaluation> evaluations) {
    return evaluations.stream().map(e -> Place.of(search, e)).toList();
  }

  public String algorithm() {
    return options.kind(search.space().space()).word();
  }

  /** {@return CSV text with a line for each of the best places} */
  public String csv() {
    return line(search)
        .text("commands", "", p -> String.join("; ", p.evaluation.commands()))
        .csv(best());
  }

  /**
   * {@return CSV text with a line for each evaluation in order, which does not depend on
   * interruptions}
   *
   * @param search search with its evaluations so far
   */
  public static String trajectory(Search search) {
    return line(search)
        .flag("feasible", "", p -> p.evaluation.trial().feasible())
        .text("reason", "", p -> p.evaluation.reason())
        .integer("first_point", "", p -> p.evaluation.points().get(0).index())
        .integer("points", "", p -> p.evaluation.points().size())
        .csv(places(search, search.evaluations()));
  }

  /** {@return the declaration of a line and of a row, whose columns depend on the search} */
  public static Answer<Place> line(Search search) {
    Answer<Place> line = Answer.<Place>part().integer("evaluation", "", p -> p.evaluation.number());
    for (String name : search.choices()) {
      line.text(name, "", p -> p.choices.get(name)).column(name, p -> p.choices.get(name));
    }
    for (int i = 0; i < search.columns().size(); i++) {
      String name = search.columns().get(i);
      line.number(name, "", p -> p.values.get(name))
          .column(">" + name + unit(search.units().get(i)), p -> Numbers.exact(p.values.get(name)));
    }
    return line.column(">evaluation", p -> Integer.toString(p.evaluation.number()));
  }

  /** {@return a unit as it follows a name} */
  public static String unit(String unit) {
    return unit.isEmpty() ? "" : " [" + unit + "]";
  }

  /** {@return the value of an objective, rounded to nine significant digits} */
  public static BigDecimal decimal(double value) {
    BigDecimal rounded = new BigDecimal(value).round(DIGITS);
    return rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros();
  }
}
