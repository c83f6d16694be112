package io.lockstep.run.validation;

import io.lockstep.run.RunStatus;

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
  /** The run ended before it was its turn. */
  INTERRUPTED;

  static RowStatus of(RunStatus status) {
    return valueOf(status.name());
  }
}
