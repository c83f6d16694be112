// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.point.Point;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.file.SearchSection;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.search.algorithm.Proposal;
import io.lockstep.sweep.search.algorithm.Trial;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Scores a place of the search space. The score of an objective is its mean over launch phases,
 * combined over workloads as a geometric mean. If only one workload varies a quantity, its best
 * value by the first objective is used. Points without a correct result and points that violate a
 * constraint are ignored; a place is infeasible if a workload has no other points.
 */
final class Scorer {
  private final SweepFile file;
  private final Catalogue catalogue;
  private boolean judged; // whether any point had all required names

  Scorer(SweepFile file, Catalogue catalogue) {
    this.file = file;
    this.catalogue = catalogue;
  }

  /** The points of a workload with equal choices, at all launch phases. */
  private static final class Variant {
    final List<Point> points = new ArrayList<>();
    final List<PointNames> names = new ArrayList<>();
    String reason = ""; // reason why the variant is infeasible, or empty
  }

  /**
   * Scores a place.
   *
   * @param places points of each workload
   * @param outcomes outcome of each point, in order
   * @throws InputException if an expression reads a name that the first result lacks
   */
  SearchEvaluation score(
      int number, Proposal proposal, List<List<Point>> places, Iterator<PointOutcome> outcomes) {
    List<Point> all = places.stream().flatMap(List::stream).toList();
    List<Variant> chosen = new ArrayList<>();
    String reason = "";
    for (List<Point> points : places) {
      Map<Object, Variant> variants = new LinkedHashMap<>();
      for (Point point : points) {
        Variant variant = variants.computeIfAbsent(point.variant(), k -> new Variant());
        RunResult result = outcomes.next().result();
        if (variant.reason.isEmpty() && reason.isEmpty()) {
          add(point, result, variant);
        }
      }
      Variant best = best(variants.values());
      if (best != null) {
        chosen.add(best);
      } else if (reason.isEmpty()) {
        reason = variants.values().iterator().next().reason;
      }
    }
    return reason.isEmpty()
        ? valued(number, proposal, all, chosen)
        : without(number, proposal, all, reason);
  }

  private void add(Point point, RunResult result, Variant to) {
    if (result.status() != RunStatus.OK) {
      to.reason = result.status().name().toLowerCase(Locale.ROOT) + ": " + result.message();
      return;
    }
    DeviceSpec spec = catalogue.spec(point.device()).with(point.settings());
    PointNames names = new PointNames(file.variables(), point, spec, result);
    to.reason = lacking(names);
    if (!to.reason.isEmpty()) {
      return;
    }
    for (Expression constraint : file.search().constraints()) {
      if (!constraint.holds(names::value)) {
        to.reason = "not " + constraint.text();
        return;
      }
    }
    to.points.add(point);
    to.names.add(names);
  }

  /** Returns the variant with the best first objective; null if none is feasible. */
  private Variant best(Iterable<Variant> variants) {
    SearchSection.Objective first = file.search().objectives().get(0);
    Variant best = null;
    double least = 0;
    for (Variant variant : variants) {
      if (variant.reason.isEmpty() && !variant.names.isEmpty()) {
        double value = mean(first, variant) * (first.minimise() ? 1 : -1);
        if (best == null || value < least) {
          best = variant;
          least = value;
        }
      }
    }
    return best;
  }

  private static double mean(SearchSection.Objective objective, Variant variant) {
    double sum = 0;
    for (PointNames names : variant.names) {
      sum += number(objective.value(), names);
    }
    return sum / variant.names.size();
  }

  /**
   * Returns the reason why a result lacks a name that expressions read. If no earlier result had
   * all names either, the name is taken for a mistake in the file, and the method throws.
   */
  private String lacking(PointNames names) {
    List<Expression> all = new ArrayList<>(file.search().constraints());
    file.search().objectives().forEach(o -> all.add(o.value()));
    for (Expression expression : all) {
      Set<String> missing = names.missing(expression);
      if (!missing.isEmpty()) {
        String name = missing.iterator().next();
        if (!judged) {
          throw new InputException(
              expression.where(),
              ("in '%s': the first result has no statistic, workload parameter or device parameter"
                      + " named '%s'%s")
                  .formatted(expression.text(), name, names.hint(name)));
        }
        return "has no " + name;
      }
    }
    judged = true;
    return "";
  }

  private SearchEvaluation valued(
      int number, Proposal proposal, List<Point> points, List<Variant> chosen) {
    List<Double> values = new ArrayList<>();
    List<Double> scores = new ArrayList<>();
    boolean several = chosen.size() > 1;
    for (SearchSection.Objective objective : file.search().objectives()) {
      double logs = 0;
      double last = 0;
      for (Variant variant : chosen) {
        last = mean(objective, variant);
        if (several && last <= 0) {
          return without(
              number,
              proposal,
              points,
              "no geometric mean over workloads: " + objective.value() + " is " + last);
        }
        logs += several ? StrictMath.log(last) : 0;
      }
      double value = several ? StrictMath.exp(logs / chosen.size()) : last;
      values.add(value);
      scores.add(objective.minimise() ? value : -value);
    }
    List<List<Point>> counted = chosen.stream().map(v -> List.copyOf(v.points)).toList();
    return new SearchEvaluation(
        number, new Trial(proposal, scores, true), values, "", points, counted);
  }

  private static double number(Expression expression, PointNames names) {
    return expression.number(expression.value(names::value)).doubleValue();
  }

  private static SearchEvaluation without(
      int number, Proposal proposal, List<Point> points, String reason) {
    return new SearchEvaluation(
        number, new Trial(proposal, List.of(), false), List.of(), reason, points, List.of());
  }
}
