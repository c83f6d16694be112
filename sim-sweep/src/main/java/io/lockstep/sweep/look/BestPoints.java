// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.sweep.file.Goals.Objective;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The best points of a sweep, by groups: the first few for a single objective, the Pareto front for
 * several objectives. If several points have equal values in all objectives, a front contains only
 * the first of them in plan order.
 *
 * @param groups groups in the order of their first points
 */
public record BestPoints(BestQuery query, List<Group> groups) {
  /**
   * The best points of one group.
   *
   * @param values values of the names in {@link BestQuery#per}; an empty text if the points lack a
   *     name
   * @param near number of points whose only objective is within {@link #NOISE} of the best value,
   *     the best included; 0 for a front
   * @param best best point first; a front is sorted by the first objective
   */
  public record Group(List<String> values, long points, long near, List<Candidate> best) {}

  /** Relative difference of two values up to which neither point is better than the other. */
  public static final double NOISE = 0.003;

  private static final class Growing {
    final List<Candidate> best = new ArrayList<>();
    private double[] values = new double[16]; // of the first objective
    private int points;

    void add(double value) {
      if (points == values.length) {
        values = Arrays.copyOf(values, 2 * points);
      }
      values[points++] = value;
    }

    long near(double best) {
      return Arrays.stream(values, 0, points)
          .filter(value -> Math.abs(value - best) <= NOISE * Math.abs(best))
          .count();
    }
  }

  /**
   * Finds the best points. If no point qualifies, the result has no groups.
   *
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
              group.add(candidate.values().get(0).doubleValue());
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
          double first = group.best.get(0).values().get(0).doubleValue();
          long near = query.isFront() ? 0 : group.near(first);
          found.add(new Group(values, group.points, near, List.copyOf(group.best)));
        });
    return new BestPoints(query, List.copyOf(found));
  }

  /**
   * Returns the values that assign a point to its group.
   *
   * @param per names whose values form groups
   */
  public static List<String> values(PointRow row, List<String> per) {
    List<String> values = new ArrayList<>();
    for (String name : per) {
      Object value = row.value(name);
      values.add(value == null ? "" : Expression.text(value));
    }
    return values;
  }

  /** Compares two values of an objective; negative if the first is better. */
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
    // The search never finds an equal candidate, since indices differ.
    best.add(-at - 1, candidate);
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
