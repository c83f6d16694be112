// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

/** The outcome of one workload on one device. */
public enum RunStatus {
  /** Simulated; the results are verified, or no results are expected. */
  OK,
  /** Simulated, but the results differ from the expected results. */
  WRONG,
  /** The device cannot run the program; the message states the reason. */
  REFUSED,
  /** No result; {@link RunResult#failure} states the reason. */
  FAILED
}
