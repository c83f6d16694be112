// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.fuzz;

import io.lockstep.frontend.ptx.PtxFrontend;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Executes what a compiler made of a generated program, in two work-groups.
 *
 * @param folder holds the compiled program and its input, {@code input.bin}
 * @param group size of a work-group, by dimension
 */
record ProgramRun(Path folder, int[] group) {
  private static final int GROUPS = 2;

  /** Words that the program writes. */
  int words() {
    return GROUPS * group[0] * group[1] * group[2] * ProgramGenerator.WORDS;
  }

  /**
   * Executes.
   *
   * @param ptx name of the compiled program
   * @param expected as in a workload's {@code expect}
   */
  Outcome execute(String ptx, String expected) {
    String workload =
        """
        name: p
        kernels: %s
        buffers:
          in: {type: u32, count: %d, init: {file: input.bin}}
          out: {type: u32, count: %d}
        steps:
          - {launch: k, grid: [%d], block: [%d, %d, %d], args: [in, out]}
        expect:
          out: %s
        """
            .formatted(
                ptx,
                ProgramGenerator.INPUT_WORDS,
                words(),
                GROUPS,
                group[0],
                group[1],
                group[2],
                expected);
    Workload read = Workload.read(ptx + ".yaml", workload, folder);
    List<KernelFrontend> frontends = List.of(new PtxFrontend());
    try (WorkloadExecution run = new WorkloadExecution(read.bind(Map.of()), frontends)) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      return run.outcome();
    }
  }
}
