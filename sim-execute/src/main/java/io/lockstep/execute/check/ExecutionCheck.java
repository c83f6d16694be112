// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.check;

/** Optional checks of functional execution, which cost nothing unless requested. */
public enum ExecutionCheck {
  /**
   * Data races: two accesses to a byte of local or global memory without a barrier between them, at
   * least one of them a write, not both atomic, by work-items of a group or by different groups of
   * a launch. Also computes the minimum wavefront width of the launch.
   */
  RACES,
  /** Reads of local memory that no work-item of the group has written. */
  UNINITIALISED
}
