// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.io.yaml.YamlFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepReaderTest {
  private static Piece read(String text) {
    return new SweepReader().read(YamlFile.read("s.yaml", text), Path.of("/sweeps"));
  }

  @Test
  void aNumberOfPhasesStandsForTheFirstOnes() {
    assertThat(read("{phases: 3}").phases.orElseThrow()).containsExactly(0, 1, 2);
    assertThat(read("{phases: [9, 2, 4..5]}").phases.orElseThrow()).containsExactly(2, 4, 5, 9);
    assertThat(read("{phases: 1000}").phases.orElseThrow()).hasSize(1000);
    assertThat(read("{phases: [1000000]}").phases.orElseThrow()).containsExactly(1_000_000);
    assertThat(read("{phases: 0..999}").phases.orElseThrow()).hasSize(1000);
  }

  @Test
  void workloadsAreFilesOrSectionsWithAFile() {
    Piece read = read("{workloads: [a.yaml, {file: b.yaml, devices: gtx280}]}");
    assertThat(read.workloads).extracting(w -> w.file().text()).containsExactly("a.yaml", "b.yaml");
    assertThat(read.workloads.get(1).own().devices().orElseThrow()).hasSize(1);
    assertThat(read("{workloads: a.yaml}").workloads).hasSize(1);
    assertThat(read("{let: {x: n * 2}}").variables).containsOnlyKeys("x");
  }

  @Test
  void aDesignHasItsPointsSeedAndWidth() {
    Design design =
        SweepReader.design(read("{design: sobol, points: 8, seed: 5, sequence_width: 32}"));
    assertThat(design.kind()).isEqualTo(Design.Kind.SOBOL);
    assertThat(design.points()).isEqualTo(8);
    assertThat(design.seed()).isEqualTo(5);
    assertThat(design.width()).isEqualTo(32);
    Design plain = SweepReader.design(read("{design: latin-hypercube, points: 1}"));
    assertThat(plain.seed()).isZero();
    assertThat(plain.width()).isZero();
    assertThat(SweepReader.design(read("{}"))).isEqualTo(Design.GRID);
  }

  @Test
  void objectivesAreMinimisedOrMaximised() {
    assertThat(read("{objectives: [minimise: seconds, maximise: cycles]}").objectives)
        .extracting(Goals.Objective::minimise)
        .containsExactly(true, false);
    assertThat(read("{objectives: {maximise: seconds}, constraints: n > 3}").constraints)
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{workloads: []}|1:13: expected at least one workload",
        "{workloads: {devices: gtx280}}|1:13: ",
        "{workloads: {file: a.yaml, phases: 2}}|1:28: unknown key 'phases'",
        "{let: {device: 3}}|1:8: the name 'device' is taken",
        "{let: {1x: 3}}|1:8: expected a name of letters, digits and '_', found '1x'",
        "{phases: [3, 4, 3]}|1:17: the phase 3 stands here twice",
        "{phases: 0..1000}|1:10: has more than 1000 phases",
        "{phases: 1001}|1:10: ",
        "{phases: 0}|1:10: ",
        "{phases: [1000001]}|1:11: ",
        "{limits: {times: 3s}}|1:11: unknown key 'times'",
        "{limits: {memory: 15MiB}}|1:19: expected 16MiB to ",
        "{limits: {memory: 1025GiB}}|1:19: expected 16MiB to ",
        "{design: sobole}|1:10: expected one of ",
        "{points: 0}|1:10: ",
        "{points: 1048577}|1:10: ",
        "{objectives: {minimize: seconds}}|1:15: unknown key 'minimize'",
        "{include: none.yaml}|1:11: there is no file 'none.yaml' to include",
      })
  void whatIsWrongIsNamedWithItsPlace(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("s.yaml:" + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{points: 3}|1:10: a grid has all combinations, without points; write design: sobol,"
            + " latin-hypercube or saltelli",
        "{seed: 3}|1:8: a grid has all combinations, without seed; write design: sobol,"
            + " latin-hypercube or saltelli",
        "{design: sobol}|1:10: design sobol wants 'points: 256' beside it",
        "{design: latin-hypercube, points: 3, sequence_width: 4}|1:54: design latin-hypercube has"
            + " no Sobol sequences; write design: sobol or saltelli",
      })
  void partsOfADesignThatDoNotFitAreRefused(String text, String message) {
    assertThatThrownBy(() -> SweepReader.design(read(text)))
        .isInstanceOf(InputException.class)
        .hasMessage("s.yaml:" + message);
  }
}
