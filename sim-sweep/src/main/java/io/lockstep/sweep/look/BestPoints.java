package io.lockstep.sweep.look;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.sweep.file.SearchSection.Objective;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The best points of a sweep, by groups: for one objective the first few, for several the Pareto
 * front. Of points that are equal in all objectives only the first one of the plan is in a front.
 *
 * @param query objectives, filter and groups
 * @param groups in the order of their first points
 */
public record BestPoints(BestQuery query, List<Group> groups) {
  /**
   * The best points among some.
   *
   * @param values of the names that make groups, in their order; empty if points lack one
   * @param points how many there were to choose from
   * @param best the best ones first; of a front by the first objective
   */
  public record Group(List<String> values, long points, List<Candidate> best) {}

  /** A group under construction. */
  private static final class Growing {
    long points;
    final List<Candidate> best = new ArrayList<>();
  }

  /**
   * Finds the best points.
   *
   * @param rows of the sweep
   * @param query objectives, filter and groups
   * @return the best points; no groups if no point qualifies
   * @throws InputException if no row has a name, or an expression is not a number
   */
  public static BestPoints of(SweepRows rows, BestQuery query) {
    query.objectives().forEach(o -> rows.check(o.value()));
    query.where().ifPresent(rows::check);
    query.per().forEach(name -> rows.check("--per", name));
    Map<List<String>, Growing> groups = new LinkedHashMap<>();
    Comparator<Candidate> order = order(query.objectives());
    new PhaseCandidates(
            query.objectives().stream().map(Objective::value).toList(),
            query.where(),
            query.per().contains("phase"))
        .forEach(
            rows,
            candidate -> {
              Growing group =
                  groups.computeIfAbsent(values(candidate.row(), query.per()), v -> new Growing());
              group.points++;
              if (query.isFront()) {
                front(group.best, candidate, query.objectives());
              } else {
                first(group.best, candidate, order, query.top());
              }
            });
    List<Group> found = new ArrayList<>();
    groups.forEach(
        (values, group) -> {
          group.best.sort(order);
          found.add(new Group(values, group.points, List.copyOf(group.best)));
        });
    return new BestPoints(query, List.copyOf(found));
  }

  /**
   * {@return the values that put a point into its group}
   *
   * @param row the point
   * @param per names whose values make groups
   */
  public static List<String> values(PointRow row, List<String> per) {
    List<String> values = new ArrayList<>();
    for (String name : per) {
      Object value = row.value(name);
      values.add(value == null ? "" : Expression.text(value));
    }
    return values;
  }

  /** Compares two values of an objective: below 0 if the first is better. */
  private static int compare(Objective objective, BigDecimal a, BigDecimal b) {
    return objective.minimise() ? a.compareTo(b) : b.compareTo(a);
  }

  private static Comparator<Candidate> order(List<Objective> objectives) {
    return (a, b) -> {
      for (int i = 0; i < objectives.size(); i++) {
        int c = compare(objectives.get(i), a.values().get(i), b.values().get(i));
        if (c != 0) {
          return c;
        }
      }
      return Long.compare(a.row().point().index(), b.row().point().index());
    };
  }

  private static void first(
      List<Candidate> best, Candidate candidate, Comparator<Candidate> order, int top) {
    if (best.size() == top && order.compare(best.get(top - 1), candidate) < 0) {
      return;
    }
    int at = Collections.binarySearch(best, candidate, order);
    best.add(-at - 1, candidate); // never found: indices differ
    if (best.size() > top) {
      best.remove(top);
    }
  }

  private static void front(
      List<Candidate> front, Candidate candidate, List<Objective> objectives) {
    for (Candidate other : front) {
      if (isNoWorse(other, candidate, objectives)) {
        return;
      }
    }
    front.removeIf(other -> isNoWorse(candidate, other, objectives));
    front.add(candidate);
  }

  private static boolean isNoWorse(Candidate a, Candidate b, List<Objective> objectives) {
    for (int i = 0; i < objectives.size(); i++) {
      if (compare(objectives.get(i), a.values().get(i), b.values().get(i)) > 0) {
        return false;
      }
    }
    return true;
  }
}
