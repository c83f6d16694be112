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
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Finds the rows that have to be replaced: those of another build, and those of other input files
 * than today's. For the latter, the key of one row of each workload and device is compared with the
 * key that its point has now; if they differ, all rows of the pair are old.
 */
public final class OldRows {
  private OldRows() {}

  /**
   * Marks the points of old rows as missing and says their number; does nothing if old rows are
   * kept.
   *
   * @param standing states of the points, with all rows read
   * @param options options of the work, whose runs determine the keys
   */
  public static void replace(
      Plan plan,
      PointStates standing,
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      WorkOptions options) {
    tell(standing.replaced(), "another build", options.notes());
    if (!options.existing().keepOld() && standing.count().done() > 0) {
      long changed = changed(plan, standing, catalogue, frontends, options.run());
      tell(changed, "changed files", options.notes());
    }
  }

  private static void tell(long rows, String what, Consumer<String> notes) {
    if (rows > 0) {
      notes.accept(rows + (rows == 1 ? " row is of " : " rows are of ") + what + ": computed anew");
    }
  }

  private static long changed(
      Plan plan,
      PointStates standing,
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      RunOptions run) {
    try (ProgramPool pool =
        new ProgramPool(catalogue, frontends, run, TraceStore.NONE, note -> {})) {
      PointComputer computer = new PointComputer(pool, ResultStore.NONE, run, plan.kept());
      PointRequests requests = new PointRequests(catalogue);
      return changed(plan, standing, point -> isChanged(point, standing, computer, requests));
    }
  }

  private static long changed(Plan plan, PointStates standing, Predicate<Point> isChanged) {
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
