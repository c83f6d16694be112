// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.point;

import io.lockstep.io.expression.Expression;
import io.lockstep.study.point.Point;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * All points of a sweep. A plan yields the same points in the same order in every process. Points
 * are generated on demand and are not stored. Thread-safe, but an iterator is not.
 */
public interface Plan extends Iterable<Point> {
  /** Returns the number of points that satisfy the conditions. */
  long size();

  /** Iterates over the points by index from 0, without gaps. */
  @Override
  default Iterator<Point> iterator() {
    return iterator(0);
  }

  /** Iterates over the points from an index on, without generating earlier points. */
  Iterator<Point> iterator(long first);

  PointLimits limits();

  /** Returns patterns of the statistics to keep, as for {@code --stats}; empty for all. */
  List<String> kept();

  /** Returns the expressions defined by {@code let}, by name; none by default. */
  default Map<String, Expression> formulas() {
    return Map.of();
  }
}
