// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuiteReaderTest {
  @TempDir Path folder;

  private SuiteRow row(String more) throws IOException {
    Path suite = folder.resolve("suite.yaml");
    Files.writeString(
        suite, "- {id: a, device: mi300a, workload: w.yaml, expected: 4" + more + "}\n");
    return Suite.read(suite).rows().get(0);
  }

  @ParameterizedTest
  @CsvSource({"5%,0.05", "0.05,0.05", "0.5%,0.005", "0,0", "150%,1.5"})
  void aToleranceIsAShareOrAPercentage(String text, double share) throws IOException {
    SuiteRow row = row(", tolerance: " + text);
    assertThat(row.problem()).isEmpty();
    assertThat(row.tolerance()).isEqualTo(share);
  }

  @Test
  void aRowWithoutAToleranceHasOneOfTenPercent() throws IOException {
    assertThat(row("").tolerance()).isEqualTo(0.1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1%", "-0.1", "Infinity", "NaN", "narrow", "'%'"})
  void aNegativeInfiniteOrUnreadableToleranceIsAProblemOfTheRow(String text) throws IOException {
    assertThat(row(", tolerance: " + text).problem())
        .contains("expected a share, for example 5% or 0.05");
  }
}
