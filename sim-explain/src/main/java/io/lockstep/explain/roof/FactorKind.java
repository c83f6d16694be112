// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

public enum FactorKind {
  /** Time outside of kernels. */
  HOST,
  /** Peak rate of a resource: clock, units, ports, bandwidth. */
  RATE,
  /** Amount of a resource that the run uses. */
  DEMAND,
  /** The largest roof of the faster run belongs to another resource. */
  ELSEWHERE,
  /** Time in which the largest roof's resource is idle. */
  WAITS,
  /** Differences between the figures of the devices. */
  FIGURES,
  /** The launch-phase residual: launch phase 0 relative to the mean over phases. */
  RESIDUAL
}
