package io.lockstep.sweep.search;

import io.lockstep.study.point.Point;
import io.lockstep.study.store.PointOutcome;
import java.util.List;

/** Computes points, or finds that they were computed before. Not thread-safe. */
@FunctionalInterface
public interface SearchEvaluator {
  /**
   * {@return the outcomes of points, in their order; empty if the work was stopped before all were
   * computed}
   *
   * @param points evaluated together, with consecutive indices that continue those of earlier calls
   * @throws io.lockstep.io.OutputException if results cannot be stored
   */
  List<PointOutcome> evaluate(List<Point> points);
}
