package io.lockstep.judge.validation;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;

/** How a row came out. */
public enum RowStatus {
  /** It has a simulated value. */
  OK,
  /** Simulated, but what it computed differs from what the workload expects: no value. */
  WRONG,
  /** The device cannot run it, or does not model the statistic. */
  REFUSED,
  /** The simulation failed, or took longer than a row may. */
  FAILED,
  /** The row, or what it names, is written wrongly. */
  BAD_INPUT,
  /** The run ended before it was its turn. */
  INTERRUPTED;

  static RowStatus of(RunResult result) {
    return result.failure() == Failure.INPUT // nothing that was simulated failed
        ? BAD_INPUT
        : valueOf(result.status().name());
  }
}
