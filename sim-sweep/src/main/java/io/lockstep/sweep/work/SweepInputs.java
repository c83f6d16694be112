// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import io.lockstep.study.point.Point;
import io.lockstep.study.work.TraceAgreement;
import io.lockstep.sweep.point.Plan;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Detects whether the existing rows stem from the current input files and version of Lockstep, by
 * comparing the keys of one row per workload and device.
 */
final class SweepInputs {
  private static final int MOST_LOOKED_AT = 100_000; // maximum number of points
  private static final int MOST_READ = 64;

  private final Plan plan;
  private final PointStates standing;
  private final Function<Point, Optional<String>> keys;

  SweepInputs(Plan plan, PointStates standing, Function<Point, Optional<String>> keys) {
    this.plan = plan;
    this.standing = standing;
    this.keys = keys;
  }

  /** Returns a message for users if a row's key differs from its current key, otherwise empty. */
  Optional<String> changed() {
    Set<List<Object>> read = new HashSet<>(); // never iterated
    Iterator<Point> points = plan.iterator();
    for (int i = 0; i < MOST_LOOKED_AT && read.size() < MOST_READ && points.hasNext(); i++) {
      Point point = points.next();
      if (standing.key(point.index()) != 0
          && read.add(List.of(point.workload(), point.device()))
          && isChanged(point)) {
        return Optional.of(
            ("point %s (%s on %s) was made from other files or by another build of Lockstep"
                    + " than would be now: its key differs; the rows that are there stay, and new"
                    + " ones are of this one")
                .formatted(point.index(), point.workload().getFileName(), point.device()));
      }
    }
    return Optional.empty();
  }

  private boolean isChanged(Point point) {
    return keys.apply(point)
        .map(key -> TraceAgreement.digits(key) != standing.key(point.index()))
        .orElse(false);
  }
}
