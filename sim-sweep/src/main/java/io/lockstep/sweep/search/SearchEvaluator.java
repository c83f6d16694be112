package io.lockstep.sweep.search;

import io.lockstep.study.point.Point;
import io.lockstep.study.store.Outcome;
import java.util.List;

/** Computes points, or finds that they were computed before. Not thread-safe. */
@FunctionalInterface
public interface SearchEvaluator {
  /**
   * {@return what came of points, one for each, in their order; empty where the work was ended
   * before all were there}
   *
   * @param points that belong together, with indices that go on from those before
   * @throws io.lockstep.io.OutputException where results cannot be kept
   */
  List<Outcome> evaluate(List<Point> points);
}
