// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.study.point.Point;
import io.lockstep.study.store.PointOutcome;
import java.util.List;

/** Computes points or returns their cached results. Not thread-safe. */
@FunctionalInterface
public interface SearchEvaluator {
  /**
   * Returns the outcomes of points, in order. The list is shorter than {@code points} if the work
   * was stopped.
   *
   * @param points points evaluated together, with consecutive indices that continue the indices of
   *     earlier calls
   * @throws io.lockstep.io.OutputException if results cannot be stored
   */
  List<PointOutcome> evaluate(List<Point> points);
}
