// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole kernels give the results that a direct computation gave. */
class WorkloadsTest {
  @ParameterizedTest
  @ValueSource(strings = {"il_copy", "il_matmul", "il_reduce_lds", "il_scaleadd_ps"})
  @DisplayName("workloads are verified")
  void workloadsAreVerified(String name) throws URISyntaxException {
    Path file = Path.of(WorkloadsTest.class.getResource("/workloads/" + name + ".yaml").toURI());
    Workload read = Workload.read(file);
    try (WorkloadExecution run =
        new WorkloadExecution(read.bind(Map.of()), List.of(new AmdIlFrontend()))) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      assertThat(run.outcome().message()).isEmpty();
      assertThat(run.outcome().verified()).isTrue();
    }
  }
}
