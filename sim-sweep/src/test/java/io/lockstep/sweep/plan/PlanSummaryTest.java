// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import static io.lockstep.sweep.plan.Sweeps.plan;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.sweep.point.Plan;
import java.util.Iterator;
import org.junit.jupiter.api.Test;

class PlanSummaryTest {
  private static final Plan PLAN =
      plan(
          "workloads: [matmul.yaml, vecadd.yaml]",
          "devices: [hd5870, gtx280]",
          "parameters: {n?: [64, 128, 64]}");

  @Test
  void itCountsPointsExecutionsAndPointsThatStandTwice() {
    PlanSummary summary = PlanSummary.of(PLAN, 3, new WallTimes());
    assertThat(summary.size()).isEqualTo(new PlanSummary.Size(12, 4, 4));
    assertThat(summary.byDevice()).containsEntry("hd5870", 6L).containsEntry("gtx280", 6L);
    assertThat(summary.byWorkload().values()).containsExactly(6L, 6L);
    assertThat(summary.first()).hasSize(3).first().isEqualTo(PLAN.iterator().next());
    assertThat(summary.estimate().isUnknown()).isTrue();
  }

  @Test
  void whatWasMeasuredTellsWhatSamePointsTakeElseTheirWorkloadAndDevice() {
    WallTimes times = new WallTimes();
    Iterator<io.lockstep.study.point.Point> points = PLAN.iterator();
    times.add(points.next(), 1_000_000); // matmul 64 on hd5870
    points.next();
    times.add(points.next(), 3_000_000); // matmul 128 on hd5870
    PlanSummary.Estimate estimate = PlanSummary.of(PLAN, 0, times).estimate();
    // 64 and 128 on hd5870, and the mean of both for either on gtx280; of vecadd nothing is known
    assertThat(estimate).isEqualTo(new PlanSummary.Estimate(4, 8, 1 + 3 + 2 + 2));
  }

  @Test
  void pointsThatDifferInOneThingAreNotTheSame() {
    Plan plan =
        plan(
            "workloads: matmul.yaml",
            "devices: [hd5870, hd5770, hd5450]",
            "phases: 0..9",
            "parameters: {n: 16..1600:16}",
            "set: {l1.size: [8KiB, 16KiB], l1.line?: [64B, 128B]}");
    assertThat(PlanSummary.of(plan, 0, new WallTimes()).size())
        .isEqualTo(new PlanSummary.Size(12_000, 100, 0));
  }
}
