package io.lockstep.sweep.search;

import io.lockstep.study.point.Point;
import io.lockstep.study.store.PointOutcome;
import java.util.List;

/** Computes points, or finds that they were computed before. Not thread-safe. */
@FunctionalInterface
public interface Evaluator {
  /**
   * {@return what came of points, one for each, in their order; empty if the work was ended before
   * all were there}
   *
   * @param points that belong together, with indices that go on from those before
   * @throws io.lockstep.io.OutputException if results cannot be kept
   */
  List<PointOutcome> evaluate(List<Point> points);
}
