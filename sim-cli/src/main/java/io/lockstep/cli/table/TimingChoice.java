package io.lockstep.cli.table;

import io.lockstep.run.RunResult;

/** Which time of a result a table counts; the constants are spelled as people type them. */
public enum TimingChoice {
  /** As the workload's own timing says: the region from its first step to its last, by default. */
  workload,
  /** The kernels' own time, without launches, transfers and waiting between them. */
  kernels;

  long picos(RunResult r) {
    return this == kernels ? r.kernelPicos() : r.picos();
  }

  long cycles(RunResult r) {
    return this == kernels ? r.kernelCycles() : r.cycles();
  }
}
