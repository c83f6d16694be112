// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import io.lockstep.sweep.file.SearchSection;
import io.lockstep.sweep.look.RunWords;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The results of a search as fields. New fields may be added, but none renamed. */
public final class SearchFields {
  private static final MathContext DIGITS = new MathContext(9);

  private SearchFields() {}

  /**
   * {@return the complete document}
   *
   * @param version version of Lockstep
   * @param search search with its evaluations so far
   * @param options options of the search
   * @param most maximum number of best places for a single objective
   */
  public static String json(String version, Search search, SearchOptions options, int most) {
    return JsonDocument.of(
        version,
        json -> {
          json.text("algorithm", options.kind(search.space().space()).word());
          json.number("seed", options.seed());
          json.number("batch", options.batch());
          json.number("budget", options.budget());
          json.number("places", search.space().space().size());
          json.number("evaluations", search.evaluations().size());
          json.texts("objectives", objectives(search));
          json.texts("units", search.units());
          json.text("averages", search.averages());
          json.list(
              "best",
              search.best(most),
              (evaluation, to) -> {
                to.number("evaluation", evaluation.number());
                to.typed("choices", words(search, evaluation));
                to.figures("values", values(search, evaluation));
                to.texts("commands", commands(evaluation));
              });
        });
  }

  /**
   * {@return a line for each of the best places}
   *
   * @param search search with its evaluations so far
   * @param most maximum number of best places for a single objective
   */
  public static String csv(Search search, int most) {
    List<String> names = new ArrayList<>(List.of("evaluation"));
    names.addAll(choices(search));
    names.addAll(columns(search));
    names.add("commands");
    CsvRows csv = CsvRows.of(names);
    for (SearchEvaluation evaluation : search.best(most)) {
      csv.row(
          to -> {
            to.number("evaluation", evaluation.number());
            words(search, evaluation).forEach(to::text);
            values(search, evaluation, to);
            to.text("commands", String.join("; ", commands(evaluation)));
          });
    }
    return csv.text();
  }

  /**
   * {@return a line for each evaluation in order, which does not depend on interruptions}
   *
   * @param search search with its evaluations so far
   */
  public static String trajectory(Search search) {
    List<String> names = new ArrayList<>(List.of("evaluation"));
    names.addAll(choices(search));
    names.addAll(columns(search));
    names.addAll(List.of("feasible", "reason", "first_point", "points"));
    CsvRows csv = CsvRows.of(names);
    for (SearchEvaluation evaluation : search.evaluations()) {
      csv.row(
          to -> {
            to.number("evaluation", evaluation.number());
            words(search, evaluation).forEach(to::text);
            values(search, evaluation, to);
            to.flag("feasible", evaluation.trial().feasible());
            to.text("reason", evaluation.reason().isEmpty() ? null : evaluation.reason());
            to.number("first_point", evaluation.points().get(0).index());
            to.number("points", evaluation.points().size());
          });
    }
    return csv.text();
  }

  private static void values(Search search, SearchEvaluation evaluation, Fields to) {
    values(search, evaluation).forEach(to::number);
  }

  private static Map<String, BigDecimal> values(Search search, SearchEvaluation evaluation) {
    List<String> columns = columns(search);
    Map<String, BigDecimal> values = new LinkedHashMap<>();
    for (int i = 0; i < evaluation.values().size(); i++) {
      values.put(columns.get(i), decimal(evaluation.values().get(i)));
    }
    return values;
  }

  /** {@return the objectives' column names: {@code objective}, or {@code objective.1} and so on} */
  public static List<String> columns(Search search) {
    int count = search.space().file().search().objectives().size();
    return count == 1
        ? List.of("objective")
        : IntStream.rangeClosed(1, count).mapToObj(i -> "objective." + i).toList();
  }

  private static List<String> choices(Search search) {
    List<String> names = new ArrayList<>(search.space().words(0).keySet());
    search.space().space().axes().forEach(axis -> names.add(axis.name()));
    names.addAll(search.space().ownNames());
    return names;
  }

  /**
   * {@return the choices of a place: first fidelities, last the choices of single workloads}
   *
   * @param search search with its evaluations so far
   * @param evaluation evaluation of the place
   */
  public static Map<String, String> words(Search search, SearchEvaluation evaluation) {
    Map<String, String> words =
        new LinkedHashMap<>(search.space().words(evaluation.trial().proposal().rung()));
    words.putAll(search.space().words(evaluation.trial().proposal().place()));
    words.putAll(search.space().ownWords(evaluation.chosen()));
    return words;
  }

  /** {@return the objectives as written in the file} */
  public static List<String> objectives(Search search) {
    return search.space().file().search().objectives().stream().map(SearchFields::text).toList();
  }

  private static String text(SearchSection.Objective objective) {
    return (objective.minimise() ? "minimise " : "maximise ") + objective.value().text();
  }

  /** {@return an objective's value, rounded to nine significant digits} */
  public static BigDecimal decimal(double value) {
    BigDecimal rounded = new BigDecimal(value).round(DIGITS);
    return rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros();
  }

  /**
   * {@return a command for each of a place's points, which simulates the point again}
   *
   * @param evaluation evaluation of the place
   */
  public static List<String> commands(SearchEvaluation evaluation) {
    return evaluation.chosen().stream()
        .flatMap(List::stream)
        .map(point -> RunWords.of(point, Path.of("").toAbsolutePath()))
        .toList();
  }
}
