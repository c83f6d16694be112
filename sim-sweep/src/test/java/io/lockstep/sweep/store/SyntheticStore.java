// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.result.ResultFields;
import io.lockstep.study.store.PointOutcome;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Makes a sweep of many points that nobody has simulated, in eight segments, for measuring what a
 * store costs: tools/sweep-store.sh.
 */
final class SyntheticStore {
  private static final int SEGMENTS = 8;

  private SyntheticStore() {}

  /**
   * @param arguments folder, points, statistics of each
   */
  public static void main(String[] arguments) {
    Path root = Path.of(arguments[0]);
    long points = Long.parseLong(arguments[1]);
    int statistics = Integer.parseInt(arguments[2]);
    SweepFolder sweep = Outcomes.folder(root, points);
    for (int s = 0; s < SEGMENTS; s++) {
      Outcomes.segment(
          sweep,
          "synthetic-" + s,
          LongStream.range(points * s / SEGMENTS, points * (s + 1) / SEGMENTS)
              .mapToObj(p -> outcome(p, statistics)));
    }
  }

  private static PointOutcome outcome(long point, int count) {
    SortedMap<String, BigDecimal> statistics = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      long value = Math.floorMod((point + 7919) * (i + 104729) * 0x9E3779B97F4A7C15L, 1L << 24);
      statistics.put(
          String.format("part%d.figure%03d", i / 10, i),
          i % 3 == 0 ? BigDecimal.valueOf(value, 6) : BigDecimal.valueOf(value));
    }
    RunResult r = Outcomes.result(point, RunStatus.OK, null, 1000 + point % 100_003);
    RunResult result =
        ResultFields.Values.of(r)
            .set(ResultFields.DEVICE, "device" + point % 19)
            .set(ResultFields.STATISTICS, statistics)
            .result();
    return new PointOutcome(point, Outcomes.key(point), result, Outcomes.by(1, ""));
  }
}
