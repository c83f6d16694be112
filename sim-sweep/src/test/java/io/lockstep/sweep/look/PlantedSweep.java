// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.result.ResultFields;
import io.lockstep.study.point.Point;
import io.lockstep.study.store.OutcomeOrigin;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.plan.Sweeps;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.store.UnforcedSegment;
import io.lockstep.sweep.store.index.SweepStore;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** A sweep whose results are made up: what a test says of each point. */
final class PlantedSweep {
  final SweepPlan plan;
  final SweepStore store;

  private PlantedSweep(SweepPlan plan, SweepStore store) {
    this.plan = plan;
    this.store = store;
  }

  /** What came out of a point; null for a point without a row. */
  interface Made extends Function<Point, RunResult> {}

  static PlantedSweep of(Path folder, String lockstep, Made made, String... lines) {
    SweepPlan plan = SweepPlan.of(Sweeps.file(lines), Sweeps.CATALOGUE);
    SweepFolder sweep = new SweepFolder(folder, plan.size(), "ab".repeat(32), lockstep).create();
    UnforcedSegment.write(
        sweep,
        file ->
            plan.forEach(
                point -> {
                  RunResult result = made.apply(point);
                  if (result != null) {
                    String key = String.format("%064x", point.index());
                    OutcomeOrigin by = new OutcomeOrigin("here", 1, "planted", 1, 5, "");
                    file.add(new PointOutcome(point.index(), key, result, by));
                  }
                }));
    SweepStore store = SweepStore.open(folder);
    store.ingest();
    return new PlantedSweep(plan, store);
  }

  SweepRows rows(Collection<String> names) {
    return SweepRows.read(store, plan, names);
  }

  /** A right result. */
  static RunResult ok(Point point, long picos, Map<String, String> statistics) {
    return result(point, RunStatus.OK, null, "", picos, statistics);
  }

  static RunResult refused(Point point, String why) {
    return result(point, RunStatus.REFUSED, null, why, 0, Map.of());
  }

  static RunResult failed(Point point, String why) {
    return result(point, RunStatus.FAILED, Failure.MODEL, why, 0, Map.of());
  }

  static RunResult wrong(Point point, long picos) {
    return result(point, RunStatus.WRONG, null, "element 3 differs", picos, Map.of());
  }

  private static RunResult result(
      Point point,
      RunStatus status,
      Failure failure,
      String message,
      long picos,
      Map<String, String> statistics) {
    SortedMap<String, String> parameters = new TreeMap<>(Map.of("seed", "7")); // a default
    parameters.putAll(point.parameters());
    SortedMap<String, BigDecimal> figures = new TreeMap<>();
    statistics.forEach((name, value) -> figures.put(name, new BigDecimal(value)));
    return new ResultFields.Values()
        .set(ResultFields.WORKLOAD, "made up")
        .set(ResultFields.DEVICE, point.device())
        .set(ResultFields.DEVICE_NAME, "A GPU")
        .set(ResultFields.PARAMETERS, parameters)
        .set(ResultFields.OVERRIDES, point.settings())
        .set(ResultFields.STATUS, status)
        .set(ResultFields.VERIFIED, status == RunStatus.OK)
        .set(ResultFields.MESSAGE, message)
        .set(ResultFields.CYCLES, picos)
        .set(ResultFields.SECONDS, picos)
        .set(ResultFields.KERNEL_SECONDS, picos)
        .set(ResultFields.DEVICE_SHA256, "cd".repeat(32))
        .set(ResultFields.STATISTICS, figures)
        .set(ResultFields.FAILURE, failure)
        .result();
  }

  /** A parameter as a number. */
  static long number(Point point, String name) {
    return Long.parseLong(point.parameters().get(name));
  }
}
