// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.io.expression.Expression;
import io.lockstep.study.point.Point;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SobolIndicesTest {
  private static final String[] LINES = {
    "workloads: matmul.yaml",
    "devices: [hd5870, gtx280]",
    "design: saltelli",
    "points: 128",
    "seed: 5",
    "parameters: {n: {from: 0, to: 3000}}",
    "set: {dram.read_queue: {from: 1, to: 1000}, unit.count: {from: 1, to: 250}}"
  };

  @TempDir private Path folder;

  /** On one device a sum with known variances, on the other twice the queue alone. */
  private static long picos(Point p) {
    long n = PlantedSweep.number(p, "n");
    long queue = Long.parseLong(p.settings().get("dram.read_queue"));
    return p.device().equals("gtx280") ? 1 + 2 * queue : 10_000 + n + queue;
  }

  private List<SobolIndices> indices(PlantedSweep.Made made, String... lines) {
    PlantedSweep sweep = PlantedSweep.of(folder, "", made, lines);
    return SobolIndices.of(
        sweep.rows(List.of()), sweep.plan.file(), Expression.of("--by", "cycles"));
  }

  @Test
  void everyDeviceHasIndicesOfItsOwnAndRowsAreThoseOfTheDesign() {
    List<SobolIndices> all = indices(p -> PlantedSweep.ok(p, picos(p), Map.of()), LINES);
    assertThat(all)
        .extracting(SobolIndices::of)
        .containsExactly("matmul on hd5870", "matmul on gtx280");
    List<SobolIndex> sum = all.get(0).indices();
    assertThat(sum)
        .extracting(SobolIndex::name)
        .containsExactly("n", "dram.read_queue", "unit.count");
    assertThat(sum.get(0).total().value()).isCloseTo(0.9, within(0.03)); // 9 of 10 of the variance
    assertThat(sum.get(1).total().value()).isCloseTo(0.1, within(0.03));
    assertThat(sum.get(2).total().value()).isZero();
    assertThat(sum.get(0).first().value()).isCloseTo(0.9, within(0.1));
    assertThat(all.get(1).indices().get(1).total().value()).isCloseTo(1, within(0.1));
    assertThat(all.get(1).indices().get(0).total().value()).isZero();
  }

  @Test
  void aBasePointWithoutAValueInOneSampleIsLeftOutOfAllAndCounted() {
    List<SobolIndices> all =
        indices(
            p ->
                p.index() == 0 || p.index() == 2 * (128 + 7)
                    ? PlantedSweep.refused(p, "no")
                    : PlantedSweep.ok(p, picos(p), Map.of()),
            LINES);
    assertThat(all.get(0).lost()).isEqualTo(2);
    assertThat(all.get(0).base()).isEqualTo(126);
    assertThat(all.get(1).lost()).isZero();
    assertThat(all.get(0).indices().get(0).total().value()).isCloseTo(0.9, within(0.05));
  }

  @Test
  void whereConditionsLeavePointsOutThereAreNoneAndItSaysWhy() {
    String[] lines = LINES.clone();
    lines[1] = "devices: hd5870\nwhen: n > 100";
    SobolIndices one = indices(p -> PlantedSweep.ok(p, picos(p), Map.of()), lines).get(0);
    assertThat(one.indices()).isEmpty();
    assertThat(one.message())
        .contains("the design has 640 points and this group")
        .contains("conditions");
  }

  @Test
  void aGridHasNone() {
    assertThat(
            indices(
                p -> PlantedSweep.ok(p, 1, Map.of()),
                "workloads: matmul.yaml",
                "devices: hd5870",
                "parameters: {n: [1, 2]}"))
        .isEmpty();
  }
}
