// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.run.RunResult;

/** Selects the time that a table shows. Constants are spelled as on the command line. */
public enum TimingChoice {
  /** The time that the workload's timing defines; by default, from its first step to its last. */
  workload,
  /** Kernel time alone, without launches, transfers and the waits between kernels. */
  kernels;

  public long picos(RunResult r) {
    return this == kernels ? r.kernelPicos() : r.picos();
  }

  long cycles(RunResult r) {
    return this == kernels ? r.kernelCycles() : r.cycles();
  }
}
