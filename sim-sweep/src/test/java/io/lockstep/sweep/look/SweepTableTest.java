// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.expression.Expression;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTableTest {
  @TempDir private Path folder;

  private SweepTable table(String... lines) {
    PlantedSweep.Made made =
        p -> PlantedSweep.ok(p, 1000 * PlantedSweep.number(p, "n"), Map.of("seed", "7"));
    PlantedSweep sweep = PlantedSweep.of(folder, "", made, lines);
    return SweepTable.of(sweep.rows(List.of()), List.of(Expression.of("--by", "cycles")));
  }

  @Test
  void numbersOfAnAxisAscendAndOtherValuesAreInPlanOrder() {
    SweepTable table =
        table(
            "workloads: matmul.yaml",
            "devices: [hd5870, gtx280]",
            "parameters: {n: [64, 256, 128]}");
    assertThat(table.axes())
        .extracting(a -> a.name() + " " + a.values())
        .containsExactly("n [64, 128, 256]", "device [hd5870, gtx280]");
    SweepTable.Entry second = table.entries().get(2); // n = 256 on the first device
    assertThat(second.places()).containsExactly(2, 0);
    assertThat(second.values()).containsExactly(256_000);
  }

  @Test
  void manyNumbersOfAnAxisAreDividedIntoEightParts() {
    SweepTable table = table("workloads: matmul.yaml", "devices: hd5870", "parameters: {n: 1..40}");
    SweepAxis n = table.axes().get(0);
    assertThat(n.isBinned()).isTrue();
    assertThat(n.values()).hasSize(8).startsWith("1 to 5").endsWith("36 to 40");
    assertThat(table.entries().get(4).places()).containsExactly(0);
    assertThat(table.entries().get(5).places()).containsExactly(1);
  }
}
