// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

/** Reason why a group of a polling kernel has stopped running. */
enum GroupPause {
  ENDED,
  /** No work-item of the group can continue before another group writes. */
  WAITING,
  /** The group could continue, but other groups poll first. */
  YIELDED,
  /** All work-items of the group have met at a launch barrier. */
  AT_BARRIER
}
