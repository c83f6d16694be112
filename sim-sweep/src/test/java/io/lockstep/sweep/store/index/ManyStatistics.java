// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.result.ResultFields;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.store.Outcomes;
import java.math.BigDecimal;
import java.util.TreeMap;

/** Outcomes with as many statistics as wanted. */
final class ManyStatistics {
  private ManyStatistics() {}

  static PointOutcome of(long point, int count) {
    TreeMap<String, BigDecimal> statistics = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      statistics.put(String.format("s.%04d", i), BigDecimal.valueOf(i));
    }
    RunResult r = Outcomes.result(point, RunStatus.OK, null, 10);
    RunResult result = ResultFields.Values.of(r).set(ResultFields.STATISTICS, statistics).result();
    return new PointOutcome(point, Outcomes.key(point), result, Outcomes.by(1, ""));
  }
}
