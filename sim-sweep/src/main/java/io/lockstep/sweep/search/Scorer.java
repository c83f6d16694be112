package io.lockstep.sweep.search;

import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.sweep.expression.Expression;
import io.lockstep.sweep.file.SearchSection;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.point.Point;
import io.lockstep.sweep.search.algorithm.Proposal;
import io.lockstep.sweep.search.algorithm.Trial;
import io.lockstep.sweep.store.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How good a place is: of each objective the mean over launch phases, the geometric mean of that
 * over workloads. A place one of whose points has no result, a wrong one, or does not fulfil a
 * constraint is infeasible. Not thread-safe.
 */
final class Scorer {
  private final SweepFile file;
  private final Catalogue catalogue;
  private boolean judged; // whether some point had all that is asked for

  Scorer(SweepFile file, Catalogue catalogue) {
    this.file = file;
    this.catalogue = catalogue;
  }

  /**
   * What came of a place.
   *
   * @throws InputException where a name is read that no result has
   */
  Evaluation score(int number, Proposal proposal, List<Point> points, List<Outcome> outcomes) {
    Map<Path, List<PointNames>> byWorkload = new LinkedHashMap<>();
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      RunResult result = outcomes.get(i).result();
      if (result.status() != RunStatus.OK) {
        String what = result.status().name().toLowerCase(java.util.Locale.ROOT);
        return without(number, proposal, points, what + ": " + result.message());
      }
      PointNames names =
          new PointNames(
              file.variables(),
              point,
              catalogue.spec(point.device()).with(point.settings()),
              result);
      String lacking = lacking(names);
      if (!lacking.isEmpty()) {
        return without(number, proposal, points, lacking);
      }
      for (Expression constraint : file.search().constraints()) {
        if (!constraint.holds(names::value)) {
          return without(number, proposal, points, "not " + constraint.text());
        }
      }
      byWorkload.computeIfAbsent(point.workload(), w -> new ArrayList<>()).add(names);
    }
    return valued(number, proposal, points, byWorkload);
  }

  /** What expressions read that this result has not; a slip where no result before had it all. */
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
              "in '"
                  + expression.text()
                  + "': no statistic, parameter or figure of the first"
                  + " result is called '"
                  + name
                  + "'"
                  + names.hint(name));
        }
        return "has no " + name;
      }
    }
    judged = true;
    return "";
  }

  private Evaluation valued(
      int number, Proposal proposal, List<Point> points, Map<Path, List<PointNames>> byWorkload) {
    List<Double> values = new ArrayList<>();
    List<Double> scores = new ArrayList<>();
    for (SearchSection.Objective objective : file.search().objectives()) {
      double logs = 0;
      double last = 0;
      for (List<PointNames> phases : byWorkload.values()) {
        double sum = 0;
        for (PointNames names : phases) {
          sum += number(objective.value(), names);
        }
        last = sum / phases.size();
        if (byWorkload.size() > 1 && last <= 0) {
          return without(
              number,
              proposal,
              points,
              "no geometric mean over workloads: " + objective.value() + " is " + last);
        }
        logs += byWorkload.size() > 1 ? StrictMath.log(last) : 0;
      }
      double value = byWorkload.size() > 1 ? StrictMath.exp(logs / byWorkload.size()) : last;
      values.add(value);
      scores.add(objective.minimise() ? value : -value);
    }
    return new Evaluation(number, new Trial(proposal, scores, true), values, "", points);
  }

  private static double number(Expression expression, PointNames names) {
    Object value = expression.value(names::value);
    if (value instanceof Number n) {
      return n.doubleValue();
    }
    throw new InputException(
        expression.where(), "expected a number, found " + Expression.text(value));
  }

  private static Evaluation without(
      int number, Proposal proposal, List<Point> points, String reason) {
    return new Evaluation(number, new Trial(proposal, List.of(), false), List.of(), reason, points);
  }
}
