// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.io.expression.Expression;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainEffectsTest {
  @TempDir private Path folder;

  private List<MainEffect> effects(PlantedSweep.Made made, String... lines) {
    PlantedSweep sweep = PlantedSweep.of(folder, "", made, lines);
    SweepTable table =
        SweepTable.of(sweep.rows(List.of()), List.of(Expression.of("--by", "cycles")));
    return MainEffects.of(table, 0);
  }

  @Test
  void effectsThatMultiplyAreFoundExactlyThoughPointsAreRefused() {
    List<MainEffect> effects =
        effects(
            p -> {
              long n = PlantedSweep.number(p, "n");
              boolean slow = p.device().equals("gtx280");
              return slow && n == 256 // the slowest ones: plain means would call it fast
                  ? PlantedSweep.refused(p, "too large")
                  : PlantedSweep.ok(p, 1000 * n * (slow ? 4 : 1), Map.of());
            },
            "workloads: matmul.yaml",
            "devices: [hd5870, gtx280]",
            "parameters: {n: [64, 256, 128]}");
    assertThat(effects)
        .extracting(e -> e.axis() + " " + e.value())
        .containsExactly("n 64", "n 128", "n 256", "device hd5870", "device gtx280");
    assertThat(effects.get(0).factor()).isCloseTo(0.5, within(1e-9));
    assertThat(effects.get(2).factor()).isCloseTo(2, within(1e-9));
    assertThat(effects.get(0).blocks()).isEqualTo(1);
    assertThat(effects.get(3).factor()).isCloseTo(0.5, within(1e-9));
    assertThat(effects.get(4).factor()).isCloseTo(2, within(1e-9));
    assertThat(effects.get(4).blocks()).isEqualTo(2);
  }

  @Test
  void workloadsHaveEffectsOfTheirOwnAndManyValuesStandTogether() {
    List<MainEffect> effects =
        effects(
            p -> {
              long n = PlantedSweep.number(p, "n");
              boolean matmul = p.workload().endsWith("matmul.yaml");
              return PlantedSweep.ok(p, matmul ? 100 * n : 700, Map.of());
            },
            "workloads: [matmul.yaml, vecadd.yaml]",
            "devices: hd5870",
            "parameters: {n: 1..40}");
    assertThat(effects).hasSize(16);
    assertThat(effects.get(0).workload()).isEqualTo("matmul");
    assertThat(effects.get(0).value()).isEqualTo("1 to 5");
    assertThat(effects.get(7).factor()).isGreaterThan(2);
    assertThat(effects.subList(8, 16)).allMatch(e -> Math.abs(e.factor() - 1) < 1e-9);
  }
}
