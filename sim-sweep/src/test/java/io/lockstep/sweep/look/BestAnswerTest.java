// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.expression.Expression;
import io.lockstep.study.store.Build;
import io.lockstep.sweep.file.Goals.Objective;
import io.lockstep.sweep.plan.Sweeps;
import io.lockstep.sweep.store.index.SweepStatus.Pace;
import io.lockstep.sweep.store.index.SweepStatusAnswer;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents and tables of a made-up sweep. */
class BestAnswerTest {
  @TempDir private Path folder;

  private PlantedSweep sweep() {
    return PlantedSweep.of(
        folder,
        "0.1.0",
        p ->
            p.index() == 5
                ? PlantedSweep.failed(p, "broken")
                : PlantedSweep.ok(p, 3_000_000 - 400_000 * p.index(), Map.of("waits", "7.5")),
        "workloads: matmul.yaml",
        "devices: [gtx280, hd5870]",
        "parameters: {n: [16, 32, 48]}");
  }

  private BestAnswer best(int count, List<String> per, Objective... objectives) {
    BestQuery query =
        new BestQuery(
            List.of(objectives), per, Optional.of(Expression.of("--where", "n > 16")), count);
    return new BestAnswer(
        BestPoints.of(sweep().rows(query.names()), query), Sweeps.EXAMPLES.getParent());
  }

  private static Objective objective(boolean least, String text) {
    return new Objective(least, Expression.of("--by", text));
  }

  @Test
  void aLineHasItsGroupRankValuesAndCommand() {
    BestAnswer found = best(2, List.of("device"), objective(true, "kernel_seconds"));
    assertThat(found.csv())
        .isEqualTo(
            """
            per.device,rank,point,workload,device,parameters.n,phases,kernel_seconds,command
            gtx280,1,4,matmul,gtx280,48,1,0.000001400000,RUN -d gtx280 -p n=48
            gtx280,2,2,matmul,gtx280,32,1,0.000002200000,RUN -d gtx280 -p n=32
            hd5870,1,3,matmul,hd5870,32,1,0.000001800000,RUN -d hd5870 -p n=32
            """
                .replace("RUN", "lockstep run examples/matmul.yaml"));
    assertThat(found.lines()).extracting(BestAnswer.Line::number).containsExactly(1, 2, 3);
    assertThat(found.table().csvOfTable(found.lines()))
        .isEqualTo(
            """
            #,device,workload,kernel µs,within 0.3 %,of,point
            1,gtx280,matmul,1.40,1,2,n=48
            2,gtx280,matmul,2.20,1,2,n=32
            3,hd5870,matmul,1.80,1,1,n=32
            """);
  }

  @Test
  void statusIsOneLine() {
    SweepStatusAnswer found =
        new SweepStatusAnswer("f", sweep().store.status(), new Build("0.1.0", "aa", ""));
    assertThat(found.csv())
        .startsWith(
            "folder,points,done,missing,ok,verified,not_verified,wrong,refused,failed,"
                + "failures.model,violations,other_build,unknown_build,damaged,writers,"
                + "points_per_second,seconds_left,wall_seconds,builds,contradictions,damages,"
                + "slowest\nf,6,6,0,5,5,0,0,0,1,1,0,0,6,0,")
        .endsWith(",,0.000030,,,,0 1 2 3 4 5\n");
    assertThat(SweepStatusAnswer.rate(new Pace(0, 3, 2000, OptionalLong.empty())))
        .isEqualTo(new BigDecimal("1.50"));
    assertThat(SweepStatusAnswer.rate(new Pace(0, 3, 0, OptionalLong.empty())))
        .isEqualTo(new BigDecimal("0.00"));
    assertThat(SweepStatusAnswer.shown(1_234_567)).isEqualTo("1.235");
  }

  @Test
  void tableOfSeveralObjectivesHasNoNearPoints() {
    BestAnswer front = best(9, List.of(), objective(true, "kernel_seconds"), objective(true, "n"));
    assertThat(front.lines()).extracting(l -> l.row().point().index()).containsExactly(4L, 3L);
    assertThat(front.table().csvOfTable(front.lines()))
        .isEqualTo(
            """
            #,workload,device,kernel µs,n,of,point
            1,matmul,gtx280,1.40,48,3,n=48
            2,matmul,hd5870,1.80,32,3,n=32
            """);
  }
}
