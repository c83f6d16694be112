// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteTest {
  @TempDir Path folder;

  private Suite suite;

  @BeforeEach
  void readThreeRows() throws IOException {
    String row = "- {id: %s, device: mi300a, workload: w.yaml, expected: 4}%n";
    Path file = folder.resolve("suite.yaml");
    Files.writeString(file, (row + row + row).formatted("TS-1", "TS-2", "CD-1"));
    suite = Suite.read(file);
  }

  @Test
  void rowsThatMatchOneOfThePatternsAreChosen() {
    Suite some = suite.only(List.of("TS-?", "CD-1"));
    assertThat(some.rows()).filteredOn(some::isWanted).hasSize(3);
    Suite fewer = suite.only(List.of("*-1"));
    assertThat(fewer.rows())
        .filteredOn(fewer::isWanted)
        .extracting(SuiteRow::id)
        .containsExactly("TS-1", "CD-1");
  }

  @Test
  void aPatternWithoutARowIsAnErrorBesideOnesThatHaveRows() {
    assertThatThrownBy(() -> suite.only(List.of("TS-1", "TS-9")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no row's id matches 'TS-9'");
  }
}
