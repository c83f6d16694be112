// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.run.RunResult;

/** Which time of a result a table shows; constants are spelled as users type them. */
public enum TimingChoice {
  /** As the workload's timing states; by default, from its first step to its last. */
  workload,
  /** Time in kernels, without launches, transfers and waits between them. */
  kernels;

  long picos(RunResult r) {
    return this == kernels ? r.kernelPicos() : r.picos();
  }

  long cycles(RunResult r) {
    return this == kernels ? r.kernelCycles() : r.cycles();
  }
}
