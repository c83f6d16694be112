// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.plan.Sweeps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files are sweeps, and what a command line changes of one. */
class SweepFileTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "a.yaml, workload: w.yaml, true",
    "a.yml, device: gtx280, true",
    "a.yaml, set: {}, true",
    "a.json, workload: w.yaml, false",
    "a.yaml, name: w, false",
    "a.yaml, 'device: gtx280\nsteps: []', false",
    "a.yaml, '[1, 2]', false",
    "a.yaml, '{', false"
  })
  void aSweepIsYamlWithItsKeysAndWithoutSteps(String name, String text, boolean is)
      throws IOException {
    assertThat(SweepFile.isSweep(Files.writeString(folder.resolve(name), text))).isEqualTo(is);
  }

  private static List<String> points(SweepFile file) {
    List<String> all = new ArrayList<>();
    for (Point point : SweepPlan.of(file, Sweeps.CATALOGUE)) {
      all.add(
          point.workload().getFileName()
              + " "
              + point.device()
              + " "
              + point.parameters()
              + point.settings());
    }
    return all;
  }

  private static SweepFile file() {
    return Sweeps.file("workloads: [vecadd.yaml]", "devices: gtx280", "parameters: {n: [64, 128]}");
  }

  @Test
  void optionsTakeThePlaceOfTheFilesValues() {
    assertThat(points(file().with(Map.of(), Map.of(), List.of())))
        .containsExactly("vecadd.yaml gtx280 {n=64}{}", "vecadd.yaml gtx280 {n=128}{}");
    SweepFile with =
        file().with(Map.of("n", "32"), Map.of("unit.count", "10,20"), List.of("hd5870"));
    assertThat(points(with))
        .containsExactly(
            "vecadd.yaml hd5870 {n=32}{unit.count=10}", "vecadd.yaml hd5870 {n=32}{unit.count=20}");
  }

  @Test
  void theSweepOfAnotherWorkloadHasTheSamePoints() {
    assertThat(points(file().of(Sweeps.EXAMPLES.resolve("matmul.yaml"))))
        .containsExactly("matmul.yaml gtx280 {n=64}{}", "matmul.yaml gtx280 {n=128}{}");
  }

  @Test
  void aParameterThatNoWorkloadHasIsRefusedWithANearName() {
    SweepFile file = Sweeps.file("workloads: [vecadd.yaml]", "parameters: {nn: 1}");
    assertThatThrownBy(() -> SweepPlan.of(file, Sweeps.CATALOGUE))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("vecadd.yaml has no parameter 'nn'")
        .hasMessageContaining("'n'")
        .hasMessageNotContaining("for those that have it");
    SweepFile two = Sweeps.file("workloads: [vecadd.yaml, matmul.yaml]", "parameters: {nn: 1}");
    assertThatThrownBy(() -> SweepPlan.of(two, Sweeps.CATALOGUE))
        .hasMessageContaining("; 'nn?' is for those that have it");
  }

  @ParameterizedTest
  @CsvSource({
    "'n: [64, 1.5]', 'expected an integer, as its default 512 is one'",
    "'n: [x]', 'expected an integer, as its default 512 is one'",
    "'n: 64..65.5:0.5', 'expected an integer'",
    "'n: [99999999999999999999]', expected an integer from",
    "'dt: [0.1, fast]', expected a number"
  })
  void valuesThatDoNotFitTheParameterAreRefused(String parameter, String message) {
    SweepFile file = Sweeps.file("workloads: [nbody.yaml]", "parameters: {" + parameter + "}");
    assertThatThrownBy(() -> SweepPlan.of(file, Sweeps.CATALOGUE))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }
}
