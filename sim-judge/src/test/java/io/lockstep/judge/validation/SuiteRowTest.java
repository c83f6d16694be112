// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteRowTest {
  @ParameterizedTest
  @CsvSource({
    "seconds,true",
    "cycles / n,true",
    "kernel_seconds,false",
    "kernel_cycles,false",
    "kernel_seconds / seconds,false",
    "cycles - kernel_cycles,false",
    "dram.bytes,false"
  })
  void onlyAMeasureOfTheTotalTimeAloneIsTimed(String measure, boolean timed, @TempDir Path folder)
      throws IOException {
    Path suite = folder.resolve("suite.yaml");
    Files.writeString(
        suite,
        "- {id: a, device: mi300a, workload: w.yaml, expected: 4, measure: '" + measure + "'}\n");
    SuiteRow row = Suite.read(suite).rows().get(0);
    assertThat(row.problem()).isEmpty();
    assertThat(row.isTimed()).isEqualTo(timed);
  }
}
