// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

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
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kernels read here and executed give the bits that a C++ compiler's program gave: structures
 * through calls, jump tables, 128-bit and 64-bit integers, narrow types, private arrays, floats,
 * doubles, SHA-256, bit operations (ops.cu); and a kernel with 32-bit pointers, generic addresses
 * included.
 */
class OpsOnHostTest {
  @ParameterizedTest
  @CsvSource({
    "ops.ptx, strct",
    "ops.ptx, sw",
    "ops.ptx, i128",
    "ops.ptx, i64",
    "ops.ptx, narrow",
    "ops.ptx, loc",
    "ops.ptx, fl",
    "ops.ptx, dbl",
    "ops.ptx, sha",
    "ops.ptx, bitk",
    "n32.ptx, n32"
  })
  @DisplayName("executed kernels equal the host's results")
  void equalsHost(String file, String kernel) throws URISyntaxException {
    Path folder = Path.of(OpsOnHostTest.class.getResource("/host/" + file).toURI()).getParent();
    String workload =
        """
        name: %2$s
        kernels: %1$s
        buffers:
          o: {type: u32, count: 64}
          in: {type: u32, count: 64, init: {hash: {seed: 1}}}
        steps:
          - {launch: %2$s, grid: [1], block: [64], args: [o, in]}
        expect:
          o: {file: %2$s.bin}
        """
            .formatted(file, kernel);
    Workload read = Workload.read(kernel + ".yaml", workload, folder);
    try (WorkloadExecution run =
        new WorkloadExecution(read.bind(Map.of()), List.of(new PtxFrontend()))) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      assertThat(run.outcome().message()).isEmpty();
      assertThat(run.outcome().verified()).isTrue();
    }
  }
}
