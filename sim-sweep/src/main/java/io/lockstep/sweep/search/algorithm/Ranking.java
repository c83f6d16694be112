// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Sorts trials, the best first, as in NSGA-II: by non-dominated fronts, within a front by crowding
 * distance, then in order of evaluation. Infeasible trials come last.
 */
public final class Ranking {
  private Ranking() {}

  /**
   * Returns the Pareto front: the feasible trials that no other trial dominates, in order of
   * evaluation.
   *
   * @param trials trials with the same objectives and fidelity
   */
  public static List<Trial> front(List<Trial> trials) {
    return trials.stream()
        .filter(Trial::feasible)
        .filter(t -> trials.stream().noneMatch(other -> other.dominates(t)))
        .toList();
  }

  /**
   * Returns all trials, best first.
   *
   * @param trials trials with the same objectives and fidelity
   */
  public static List<Trial> sorted(List<Trial> trials) {
    List<Trial> left = new ArrayList<>(trials);
    if (trials.stream().allMatch(t -> t.scores().size() <= 1)) { // fast path for a single objective
      left.sort(
          Comparator.comparingDouble(
              t -> t.feasible() ? t.scores().get(0) : Double.POSITIVE_INFINITY));
      return left;
    }
    List<Trial> sorted = new ArrayList<>();
    while (!left.isEmpty()) {
      List<Trial> front = front(left);
      if (front.isEmpty()) {
        sorted.addAll(left);
        break;
      }
      sorted.addAll(spread(front));
      left.removeAll(front);
    }
    return sorted;
  }

  /** Sorts a front by crowding distance; the ends of the front come first. */
  private static List<Trial> spread(List<Trial> front) {
    if (front.get(0).scores().size() == 1) {
      return front;
    }
    double[] room = new double[front.size()];
    for (int k = 0; k < front.get(0).scores().size(); k++) {
      int objective = k;
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < room.length; i++) {
        order.add(i);
      }
      order.sort(Comparator.comparingDouble(i -> front.get(i).scores().get(objective)));
      double least = front.get(order.get(0)).scores().get(k);
      double range = front.get(order.get(room.length - 1)).scores().get(k) - least;
      for (int i = 0; i < room.length; i++) {
        boolean end = i == 0 || i == room.length - 1;
        room[order.get(i)] +=
            end || range == 0
                ? (end ? Double.POSITIVE_INFINITY : 0)
                : (front.get(order.get(i + 1)).scores().get(k)
                        - front.get(order.get(i - 1)).scores().get(k))
                    / range;
      }
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < room.length; i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingDouble(i -> -room[i]));
    return order.stream().map(front::get).toList();
  }
}
