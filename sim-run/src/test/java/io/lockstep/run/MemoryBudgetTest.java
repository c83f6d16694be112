// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.program.Runner;
import io.lockstep.testsupport.Repository;
import io.lockstep.trace.file.ProgramRecorder;
import io.lockstep.trace.file.Recording;
import io.lockstep.workload.WorkloadExecution;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryBudgetTest {
  private final Runner runner = new Runner(new Catalogue(List.of()), Plugins.frontends());

  private String identity(String name, RunOptions options) {
    WorkloadExecution execution = runner.execute(Repository.workload(name), Map.of(), options);
    try (Recording recorded = ProgramRecorder.record(execution, options.recordingBytes())) {
      assertThat(recorded.outcome().verified()).as(name).isTrue();
      return recorded.identity();
    } finally {
      execution.memory().close();
    }
  }

  @ParameterizedTest
  @DisplayName("three pages in memory: verified, and the same trace as with all of them")
  @ValueSource(
      strings = {
        "atomics",
        "bfs",
        "bitonic_steps",
        "cu_texconst",
        "frontier",
        "histogram",
        "il_pixels_odd",
        "img_bits",
        "img_sample",
        "img_volume",
        "kmeans",
        "privptr",
        "radix",
        "spmv",
        "srad",
        "streamcluster",
        "transpose"
      })
  void threePages(String name) {
    RunOptions usual = RunOptions.defaults();
    assertThat(identity(name, usual.with().memoryBytes(4 * 4096).build()))
        .isEqualTo(identity(name, usual));
  }
}
