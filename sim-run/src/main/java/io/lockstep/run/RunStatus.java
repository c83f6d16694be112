// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

/** The outcome of one workload on one device. */
public enum RunStatus {
  /** Simulated; results verified or without expectations. */
  OK,
  /** Simulated, but the results differ from the expected ones. */
  WRONG,
  /** The device cannot run the program; the message says why. */
  REFUSED,
  /** No result; {@link RunResult#failure} says why. */
  FAILED
}
