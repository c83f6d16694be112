// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.study.point.Point;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.plan.WallTimes;
import io.lockstep.sweep.store.SegmentReader;
import io.lockstep.sweep.store.Segments;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.NewFolder;
import java.nio.file.Path;
import java.util.Arrays;

public final class MeasuredPoints {
  private static final int ENOUGH = 20_000;

  private MeasuredPoints() {}

  /** Returns the wall times of points with a result; empty if the folder contains no sweep. */
  static WallTimes of(Path folder) {
    WallTimes times = new WallTimes();
    if (folder == null || !SweepFolder.isOne(folder)) {
      return times;
    }
    SweepFolder sweep = SweepFolder.open(folder);
    SweepPlan plan = SweepPlan.frozen(NewFolder.plan(sweep));
    long[] micros = new long[Math.toIntExact(plan.size())];
    Arrays.fill(micros, -1);
    read(sweep, micros);
    for (Point point : plan) {
      long taken = micros[(int) point.index()];
      if (taken >= 0) {
        times.add(point, taken);
      }
    }
    return times;
  }

  private static void read(SweepFolder sweep, long[] micros) {
    int count = 0;
    for (Path segment : Segments.of(sweep)) {
      try (SegmentReader reader = new SegmentReader(sweep, segment, 0, damage -> {})) {
        while (count < ENOUGH && reader.advance()) {
          PointOutcome outcome = reader.outcome();
          if (outcome != null
              && outcome.point() < micros.length
              && outcome.result().isSimulated()) {
            micros[(int) outcome.point()] = outcome.provenance().wallMicros();
            count++;
          }
        }
      }
    }
  }
}
