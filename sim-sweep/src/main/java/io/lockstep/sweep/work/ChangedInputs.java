// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.study.point.Point;
import io.lockstep.study.point.PointRequests;
import io.lockstep.study.program.ProgramPool;
import io.lockstep.study.program.TraceStore;
import io.lockstep.study.store.ResultStore;
import io.lockstep.study.work.PointComputer;
import io.lockstep.study.work.TraceAgreement;
import io.lockstep.sweep.point.Plan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Finds rows that were computed from other input files than those of today. The key of one row of
 * each workload and device is compared with the key that its point has now; if they differ, all
 * rows of the pair are old.
 */
public final class ChangedInputs {
  private ChangedInputs() {}

  /**
   * Marks the points of changed workloads and devices as missing, and returns their number; does
   * nothing if old rows are kept.
   *
   * @param run options of the simulations, which keys depend on
   */
  public static long replace(
      Plan plan,
      PointStates standing,
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      RunOptions run) {
    Count count = standing.count();
    if (standing.existing().keepOld() || count.done() == 0) {
      return 0;
    }
    try (ProgramPool pool =
        new ProgramPool(catalogue, frontends, run, TraceStore.NONE, note -> {})) {
      PointComputer computer = new PointComputer(pool, ResultStore.NONE, run, plan.kept());
      PointRequests requests = new PointRequests(catalogue);
      return replace(plan, standing, point -> isChanged(point, standing, computer, requests));
    }
  }

  private static long replace(Plan plan, PointStates standing, Predicate<Point> isChanged) {
    Map<List<Object>, Boolean> changed = new HashMap<>(); // lookup only
    long replaced = 0;
    for (Point point : plan) {
      if (standing.part().has(point.index())
          && standing.key(point.index()) != 0
          && changed.computeIfAbsent(
              List.of(point.workload(), point.device()), pair -> isChanged.test(point))) {
        standing.replace(point.index());
        replaced++;
      }
    }
    return replaced;
  }

  private static boolean isChanged(
      Point point, PointStates standing, PointComputer computer, PointRequests requests) {
    return computer
        .key(requests.apply(point))
        .map(key -> TraceAgreement.digits(key) != standing.key(point.index()))
        .orElse(false);
  }
}
