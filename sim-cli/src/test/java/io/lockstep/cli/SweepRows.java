// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.store.SegmentReader;
import io.lockstep.sweep.store.Segments;
import io.lockstep.sweep.store.SweepFolder;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Rows of a sweep's folder, as its segments have them. */
final class SweepRows {
  private SweepRows() {}

  /**
   * By point: the key, and in short the result, without who computed it; the row of the latest
   * revision, and of these one that any machine would have before others.
   */
  static Map<Long, String> of(Path folder) {
    Map<Long, String> rows = new TreeMap<>();
    outcomes(folder)
        .forEach(
            (point, o) ->
                rows.put(
                    point, o.key() + " " + Integer.toHexString(o.result().toString().hashCode())));
    return rows;
  }

  static Map<Long, PointOutcome> outcomes(Path folder) {
    Map<Long, PointOutcome> rows = new TreeMap<>();
    SweepFolder sweep = SweepFolder.open(folder);
    for (Path segment : Segments.of(sweep)) {
      try (SegmentReader reader = new SegmentReader(sweep, segment, 0, damage -> {})) {
        while (reader.advance()) {
          PointOutcome outcome = reader.outcome();
          PointOutcome there = rows.get(outcome.point());
          if (there == null
              || outcome.revision() > there.revision()
              || outcome.revision() == there.revision() && !there.isRepeatable()) {
            rows.put(outcome.point(), outcome);
          }
        }
      }
    }
    return rows;
  }
}
