package io.lockstep.sweep.search;

import io.lockstep.study.point.Point;
import io.lockstep.sweep.search.algorithm.Trial;
import java.util.List;

/**
 * An evaluated place with its result.
 *
 * @param number from 1, in the order of the search
 * @param trial the place and its scores
 * @param values of the objectives, with their sign as in the file, or none if it is infeasible
 * @param reason reason for infeasibility, or empty
 * @param points of the sweep's folder that it consists of
 * @param chosen the points that count, for each workload: with the best of the values that only it
 *     varies; none if it is infeasible
 */
public record SearchEvaluation(
    int number,
    Trial trial,
    List<Double> values,
    String reason,
    List<Point> points,
    List<List<Point>> chosen) {
  /**
   * Copies the lists.
   *
   * @param number from 1, in the order of the search
   * @param trial the place and its scores
   * @param values of the objectives, with their sign as in the file
   * @param reason why it is infeasible, or empty
   * @param points of the sweep's folder that it consists of
   * @param chosen the points that count, for each workload
   */
  public SearchEvaluation {
    values = List.copyOf(values);
    points = List.copyOf(points);
    chosen = List.copyOf(chosen);
  }
}
