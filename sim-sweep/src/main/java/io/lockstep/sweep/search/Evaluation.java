package io.lockstep.sweep.search;

import io.lockstep.sweep.point.Point;
import io.lockstep.sweep.search.algorithm.Trial;
import java.util.List;

/**
 * One place that was looked at, and what came of it. Immutable.
 *
 * @param number from 1, in the order of the search
 * @param trial where, and how good it is
 * @param values of the objectives as they are written, or none where it is infeasible
 * @param reason why it is infeasible, or empty
 * @param points of the sweep's folder that it consists of
 */
public record Evaluation(
    int number, Trial trial, List<Double> values, String reason, List<Point> points) {
  /**
   * Takes copies.
   *
   * @param number from 1, in the order of the search
   * @param trial where, and how good it is
   * @param values of the objectives as they are written
   * @param reason why it is infeasible, or empty
   * @param points of the sweep's folder that it consists of
   */
  public Evaluation {
    values = List.copyOf(values);
    points = List.copyOf(points);
  }
}
