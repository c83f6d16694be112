// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import io.lockstep.study.store.PointOutcome;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * The completed points of a sweep according to its segments, which workers and drivers rely on. Not
 * thread-safe.
 */
public final class DonePoints {
  private final BitSet done = new BitSet();
  private final BitSet settled = new BitSet();

  private DonePoints() {}

  /**
   * Reads all segments, whatever the state of the index.
   *
   * @param sweep whose segments are read
   * @param damages receives each damaged place, whose points are not done
   * @return the completed points
   */
  public static DonePoints read(SweepFolder sweep, Consumer<Damage> damages) {
    DonePoints points = new DonePoints();
    for (Path segment : Segments.of(sweep)) {
      try (SegmentReader reader = new SegmentReader(sweep, segment, 0, damages)) {
        while (reader.advance()) {
          PointOutcome outcome = reader.outcome();
          if (outcome != null && outcome.point() < sweep.points()) {
            points.done.set(
                Math.toIntExact(outcome.point()),
                outcome.isDone() || points.isDone(outcome.point()));
            points.settled.set(
                Math.toIntExact(outcome.point()),
                outcome.isRepeatable() || points.isSettled(outcome.point()));
          }
        }
      }
    }
    return points;
  }

  /**
   * {@return whether a point has an outcome: a result, a refusal, a failure}
   *
   * @param point index in the plan
   */
  public boolean isDone(long point) {
    return done.get((int) point);
  }

  /**
   * {@return whether a point has a repeatable outcome} Failures by a limit or a dead process are
   * not repeatable, and may be tried again.
   *
   * @param point index in the plan
   */
  public boolean isSettled(long point) {
    return settled.get((int) point);
  }

  /** {@return number of done points} */
  public long count() {
    return done.cardinality();
  }

  /** {@return a copy of the set of indices that are done} */
  public BitSet indices() {
    return (BitSet) done.clone();
  }
}
