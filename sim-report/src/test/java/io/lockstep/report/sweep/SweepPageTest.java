// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.expression.Expression;
import io.lockstep.report.page.Origin;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunStatus;
import io.lockstep.run.result.ResultFields;
import io.lockstep.study.point.Point;
import io.lockstep.study.store.OutcomeOrigin;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.store.SegmentFile;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.store.index.SweepStore;
import io.lockstep.testsupport.Repository;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a sweep whose results are made up. */
class SweepPageTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  @TempDir private Path folder;

  /** The page of points that take so many picoseconds; those that take none are refused. */
  private String page(ToLongFunction<Point> picos) {
    String text = "workloads: vecadd.yaml\ndevices: [hd5870, gtx280]\nparameters: {n: [64, 128]}\n";
    Path examples = Repository.ROOT.resolve("examples");
    SweepPlan plan = SweepPlan.of(SweepFile.read("s.yaml", text, examples), CATALOGUE);
    SweepFolder sweep = new SweepFolder(folder, plan.size(), "ab".repeat(32), "1").create();
    try (SegmentFile file = new SegmentFile(sweep, "here")) {
      plan.forEach(point -> file.add(outcome(point, picos.applyAsLong(point))));
    }
    try (SweepStore store = SweepStore.open(folder)) {
      store.ingest();
      Expression time = Expression.of("--by", "seconds");
      return new SweepPage(store, plan, time, List.of(), folder)
          .of(new Origin("1", "lockstep sweep report"), "small");
    }
  }

  private static PointOutcome outcome(Point point, long picos) {
    return new PointOutcome(
        point.index(),
        String.format("%064x", point.index()),
        new ResultFields.Values()
            .set(ResultFields.WORKLOAD, "vecadd")
            .set(ResultFields.DEVICE, point.device())
            .set(ResultFields.DEVICE_NAME, "A GPU")
            .set(ResultFields.PARAMETERS, new TreeMap<>(point.parameters()))
            .set(ResultFields.STATUS, picos == 0 ? RunStatus.REFUSED : RunStatus.OK)
            .set(ResultFields.MESSAGE, picos == 0 ? "too large by far" : "")
            .set(ResultFields.CYCLES, picos)
            .set(ResultFields.SECONDS, picos)
            .set(ResultFields.KERNEL_SECONDS, picos)
            .set(ResultFields.DEVICE_SHA256, "cd".repeat(32))
            .result(),
        new OutcomeOrigin("here", 1, "planted", 1, 5, ""));
  }

  private static long time(Point point) {
    return 1_000_000L * Long.parseLong(point.parameters().get("n"));
  }

  @Test
  void aSweepWithoutRefusalsHasNoTableOfThem() {
    assertThat(page(SweepPageTest::time))
        .contains("4 points: 4 ok", "Best points", "Axes, with their numbers of values: ")
        .doesNotContain("Refused, wrong and failed points");
  }

  @Test
  void refusedPointsAreATableByMessageWithACommandThatReproducesThem() {
    assertThat(page(p -> p.device().equals("gtx280") ? 0 : time(p)))
        .contains("Refused, wrong and failed points", "too large by far");
  }
}
