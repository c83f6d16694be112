package io.lockstep.sweep.point;

import io.lockstep.io.expression.Expression;
import io.lockstep.study.point.Point;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * All points of a sweep. The same plan gives the same points in the same order, in every process.
 * Points are generated on demand and need no memory. Thread-safe; an iterator is not.
 */
public interface Plan extends Iterable<Point> {
  /** {@return the number of points that fulfil the conditions} */
  long size();

  /** {@return the points, by index from 0, without gaps} */
  @Override
  default Iterator<Point> iterator() {
    return iterator(0);
  }

  /**
   * {@return the points from one on, without generating those before it}
   *
   * @param first index from 0; from {@link #size()} on there are none
   */
  Iterator<Point> iterator(long first);

  /** {@return what each point may take} */
  PointLimits limits();

  /** {@return patterns of the statistics to keep, as {@code --stats} takes them; none for all} */
  List<String> kept();

  /** {@return expressions by the names that stand for them; none by default} */
  default Map<String, Expression> formulas() {
    return Map.of();
  }
}
