// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

/** The free capacity of compute units, an input of {@link PlacementRule}s. */
public interface FreeCapacity {
  /** {@return the number of compute units} */
  int units();

  /**
   * {@return the number of work-groups on a compute unit}
   *
   * @param unit index of the unit, from 0
   */
  int resident(int unit);

  /**
   * {@return whether one more work-group of the launch fits a compute unit now}
   *
   * @param unit index of the unit, from 0
   */
  boolean hasRoom(int unit);
}
