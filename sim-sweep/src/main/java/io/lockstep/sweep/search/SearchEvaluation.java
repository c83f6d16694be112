// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.study.point.Point;
import io.lockstep.sweep.look.RunWords;
import io.lockstep.sweep.search.algorithm.Trial;
import java.nio.file.Path;
import java.util.List;

/**
 * An evaluated place with its result.
 *
 * @param number number from 1, in the order of the search
 * @param values values of the objectives, with the sign of the file; empty if the place is
 *     infeasible
 * @param reason reason why the place is infeasible, or empty
 * @param points points of the sweep's folder that were evaluated
 * @param chosen points that determined the score, for each workload, with the best of the values
 *     that only this workload varies; empty if the place is infeasible
 */
public record SearchEvaluation(
    int number,
    Trial trial,
    List<Double> values,
    String reason,
    List<Point> points,
    List<List<Point>> chosen) {
  public SearchEvaluation {
    values = List.copyOf(values);
    points = List.copyOf(points);
    chosen = List.copyOf(chosen);
  }

  /** Returns a command for each of the chosen points, which simulates the point again. */
  public List<String> commands() {
    Path here = Path.of("").toAbsolutePath();
    return chosen.stream().flatMap(List::stream).map(p -> RunWords.of(p, here)).toList();
  }
}
