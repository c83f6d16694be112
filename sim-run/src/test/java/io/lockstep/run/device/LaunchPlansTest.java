// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramStreams;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LaunchPlansTest {
  private static String note(Kernel... kernels) {
    Program program =
        new Program(
            "p",
            List.of(kernels),
            List.of(),
            new TreeMap<>(),
            0,
            Program.Timing.REGION,
            ProgramStreams.NONE);
    return new LaunchPlans(null, program, new long[0]).note();
  }

  @Test
  @DisplayName("results name a compiler that is not the usual one, once")
  void resultsNameACompilerThatIsNotTheUsualOne() {
    Kernel kernel = Kernels.copy(false);
    Kernel other = kernel.withCompiler("clang version 19.1.7, not by nvcc");

    assertThat(note(kernel)).isEmpty();
    assertThat(note(kernel, other, other))
        .isEqualTo("compiled by clang version 19.1.7, not by nvcc");
  }
}
