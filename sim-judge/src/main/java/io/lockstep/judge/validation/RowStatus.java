// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;

public enum RowStatus {
  /** The row has a simulated value. */
  OK,
  /** The workload computed a wrong result, so that the row has no value. */
  WRONG,
  /** The device cannot run the workload, or does not model the statistic. */
  REFUSED,
  /** The simulation failed, or exceeded its time limit. */
  FAILED,
  /** The row, or a file that it names, is invalid. */
  BAD_INPUT,
  /** The process ended before the row was simulated. */
  INTERRUPTED;

  static RowStatus of(RunResult result) {
    return result.failure() == Failure.INPUT // the simulation never started
        ? BAD_INPUT
        : valueOf(result.status().name());
  }
}
