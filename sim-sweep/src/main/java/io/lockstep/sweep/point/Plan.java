package io.lockstep.sweep.point;

import io.lockstep.study.point.Point;
import java.util.Iterator;
import java.util.List;

/**
 * All points of a sweep. The same plan gives the same points in the same order, in every process.
 * Points are made as they are asked for: a plan of a million points takes no memory for them.
 * Thread-safe; an iterator is not.
 */
public interface Plan extends Iterable<Point> {
  /** {@return how many points there are; conditions have been applied} */
  long size();

  /** {@return the points, by index from 0, without gaps} */
  @Override
  default Iterator<Point> iterator() {
    return iterator(0);
  }

  /**
   * {@return the points from one on, without making those before it}
   *
   * @param first index from 0; from {@link #size()} on there are none
   */
  Iterator<Point> iterator(long first);

  /** {@return what each point may take} */
  PointLimits limits();

  /** {@return patterns of the statistics to keep, as {@code --stats} takes them; none for all} */
  List<String> kept();
}
