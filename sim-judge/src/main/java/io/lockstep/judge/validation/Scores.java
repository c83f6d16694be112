// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Scores of simulated values against published ones. Shares are fractions of the rows with a value;
 * errors, biases and correlations use only rows whose values are both positive. Means are weighted
 * by the rows' weights, correlations are not. Sums and correlations are only defined if all rows
 * have the same unit.
 *
 * @param rows number of requested rows, without those of weight 0
 * @param simulated number of rows with a value
 * @param within shares of rows that are near
 * @param errors typical deviations; the mean error and bias are means over the groups
 * @param correlation correlation of simulated and published values
 * @param parts scores of parts of the suite, and of null models
 */
public record Scores(
    int rows, int simulated, Within within, Errors errors, Coefficients correlation, Parts parts) {
  /**
   * Shares of rows that are near the published value.
   *
   * @param tolerance share of rows within their tolerance
   * @param factor11 share of rows within a factor of 1.1
   * @param factor125 share of rows within a factor of 1.25
   * @param factor15 share of rows within a factor of 1.5
   */
  public record Within(
      OptionalDouble tolerance,
      OptionalDouble factor11,
      OptionalDouble factor125,
      OptionalDouble factor15) {}

  /**
   * Typical deviations from the published values.
   *
   * @param median exp(median |ln(simulated / published)|), unweighted
   * @param error exp(mean |ln(simulated / published)|): the typical factor between the values
   * @param bias exp(mean ln(simulated / published)): below 1 if simulated values are too small
   * @param wmape sum of absolute deviations / sum of published values; empty for several units
   */
  public record Errors(
      OptionalDouble median, OptionalDouble error, OptionalDouble bias, OptionalDouble wmape) {}

  /**
   * Correlation coefficients; empty for several units.
   *
   * @param pearson Pearson's correlation of the logarithms
   * @param spearman Spearman's correlation
   */
  public record Coefficients(OptionalDouble pearson, OptionalDouble spearman) {}

  /**
   * Scores of parts of a suite.
   *
   * @param groups scores of groups, in the order of their first rows
   * @param nullModels scores of the null models
   * @param slopes slopes of time over size of all series
   */
  public record Parts(List<Group> groups, List<NullModel> nullModels, List<Slope> slopes) {}

  /**
   * The score of a group.
   *
   * @param rows number of requested rows
   * @param simulated number of rows with a value
   * @param errors typical deviations
   * @param withinTolerance share of rows within their tolerance
   */
  public record Group(
      String name, int rows, int simulated, Errors errors, OptionalDouble withinTolerance) {}

  /**
   * The score of a null model, compared with the simulation on the same rows.
   *
   * @param name {@code interpolation} or {@code roofline}
   * @param rows number of rows that the model predicts
   * @param error mean over groups of exp(mean |ln(value / published)|)
   * @param simulationError error of the simulation on the same rows
   * @param nearer share of these rows for which the simulation is at least as close as the model
   * @param correlation correlation of the model's and the published values
   */
  public record NullModel(
      String name,
      int rows,
      OptionalDouble error,
      OptionalDouble simulationError,
      OptionalDouble nearer,
      Coefficients correlation) {}

  /**
   * Computes the scores of rows. Rows of weight 0 are in no score.
   *
   * @param all rows in any order; groups are listed in the order of their first rows
   */
  public static Scores of(List<RowResult> all) {
    List<RowResult> rows = all.stream().filter(r -> r.weight() > 0).toList();
    List<RowResult> valued = rows.stream().filter(r -> r.value().isPresent()).toList();
    List<RowResult> logs = rows.stream().filter(RowResult::isLogarithmic).toList();
    List<Group> groups = new ArrayList<>();
    grouped(rows).forEach((name, of) -> groups.add(group(name, of)));
    return new Scores(
        rows.size(),
        valued.size(),
        new Within(
            share(valued, RowResult::isWithin),
            share(valued, r -> r.isWithinFactor(1.1)),
            share(valued, r -> r.isWithinFactor(1.25)),
            share(valued, r -> r.isWithinFactor(1.5))),
        new Errors(
            median(logs),
            overGroups(logs, r -> Math.abs(r.logRatio())),
            overGroups(logs, RowResult::logRatio),
            wmape(valued)),
        coefficients(logs, r -> r.value().getAsDouble()),
        new Parts(
            List.copyOf(groups),
            List.of(
                nullModel("interpolation", logs, r -> r.values().interpolated()),
                nullModel("roofline", logs, r -> r.values().roofline())),
            Slope.of(rows)));
  }

  /** Returns the share of slopes that are close to the published slopes; empty without slopes. */
  public OptionalDouble nearSlopes() {
    return parts.slopes.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            parts.slopes.stream().mapToInt(s -> s.isNear() ? 1 : 0).average().orElse(0));
  }

  private static Group group(String name, List<RowResult> rows) {
    List<RowResult> valued = rows.stream().filter(r -> r.value().isPresent()).toList();
    List<RowResult> logs = rows.stream().filter(RowResult::isLogarithmic).toList();
    return new Group(
        name,
        rows.size(),
        valued.size(),
        new Errors(
            median(logs),
            factor(logs, r -> Math.abs(r.logRatio())),
            factor(logs, RowResult::logRatio),
            wmape(valued)),
        share(valued, RowResult::isWithin));
  }

  private static NullModel nullModel(
      String name, List<RowResult> logs, Function<RowResult, OptionalDouble> model) {
    List<RowResult> of =
        logs.stream()
            .filter(r -> model.apply(r).isPresent())
            .filter(r -> RowResult.hasLogarithm(model.apply(r).getAsDouble()))
            .toList();
    ToDoubleFunction<RowResult> value = r -> model.apply(r).getAsDouble();
    ToDoubleFunction<RowResult> deviation = r -> Math.abs(r.logRatio(value.applyAsDouble(r)));
    return new NullModel(
        name,
        of.size(),
        overGroups(of, deviation),
        overGroups(of, r -> Math.abs(r.logRatio())),
        share(of, r -> Math.abs(r.logRatio()) <= deviation.applyAsDouble(r)),
        coefficients(of, value));
  }

  private static Map<String, List<RowResult>> grouped(List<RowResult> rows) {
    Map<String, List<RowResult>> groups = new LinkedHashMap<>();
    rows.forEach(r -> groups.computeIfAbsent(r.group(), k -> new ArrayList<>()).add(r));
    return groups;
  }

  private static OptionalDouble factor(List<RowResult> rows, ToDoubleFunction<RowResult> of) {
    OptionalDouble mean = mean(rows, of);
    return mean.isEmpty() ? mean : OptionalDouble.of(StrictMath.exp(mean.getAsDouble()));
  }

  /**
   * Returns exp of the median absolute deviation; for an even number of rows, the mean of the two
   * middle deviations is used.
   */
  private static OptionalDouble median(List<RowResult> rows) {
    double[] sorted = rows.stream().mapToDouble(r -> Math.abs(r.logRatio())).sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            StrictMath.exp(
                sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2));
  }

  private static OptionalDouble overGroups(List<RowResult> rows, ToDoubleFunction<RowResult> of) {
    double sum = 0;
    Map<String, List<RowResult>> groups = grouped(rows);
    for (List<RowResult> group : groups.values()) {
      sum += factor(group, of).getAsDouble();
    }
    return groups.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum / groups.size());
  }

  private static OptionalDouble share(List<RowResult> rows, Predicate<RowResult> which) {
    return mean(rows, r -> which.test(r) ? 1 : 0);
  }

  private static OptionalDouble mean(List<RowResult> rows, ToDoubleFunction<RowResult> of) {
    double sum = 0;
    double weights = 0;
    for (RowResult row : rows) {
      sum += row.weight() * of.applyAsDouble(row);
      weights += row.weight();
    }
    return rows.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum / weights);
  }

  private static OptionalDouble wmape(List<RowResult> rows) {
    double sum = 0;
    double published = 0;
    for (RowResult row : rows) {
      sum += row.weight() * Math.abs(row.value().getAsDouble() - row.expected());
      published += row.weight() * row.expected();
    }
    return published > 0 && isOfOneUnit(rows)
        ? OptionalDouble.of(sum / published)
        : OptionalDouble.empty();
  }

  private static boolean isOfOneUnit(List<RowResult> rows) {
    return rows.stream().map(RowResult::unit).distinct().count() <= 1;
  }

  private static Coefficients coefficients(
      List<RowResult> rows, ToDoubleFunction<RowResult> value) {
    return new Coefficients(
        correlation(rows, value, Correlation::pearson),
        correlation(rows, value, Correlation::spearman));
  }

  private interface Coefficient {
    OptionalDouble of(double[] x, double[] y);
  }

  private static OptionalDouble correlation(
      List<RowResult> rows, ToDoubleFunction<RowResult> value, Coefficient coefficient) {
    if (!isOfOneUnit(rows)) {
      return OptionalDouble.empty();
    }
    return coefficient.of(
        rows.stream().mapToDouble(r -> StrictMath.log(value.applyAsDouble(r))).toArray(),
        rows.stream().mapToDouble(r -> StrictMath.log(r.expected())).toArray());
  }
}
