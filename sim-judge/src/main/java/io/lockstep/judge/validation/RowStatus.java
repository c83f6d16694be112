package io.lockstep.judge.validation;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;

/** The outcome of a row. */
public enum RowStatus {
  /** It has a simulated value. */
  OK,
  /** Simulated, but the workload's result is wrong: no value. */
  WRONG,
  /** The device cannot run it, or does not model the statistic. */
  REFUSED,
  /** The simulation failed, or took longer than a row may. */
  FAILED,
  /** The row, or a file that it names, is invalid. */
  BAD_INPUT,
  /** The process ended before the row was simulated. */
  INTERRUPTED;

  static RowStatus of(RunResult result) {
    return result.failure() == Failure.INPUT // nothing that was simulated failed
        ? BAD_INPUT
        : valueOf(result.status().name());
  }
}
