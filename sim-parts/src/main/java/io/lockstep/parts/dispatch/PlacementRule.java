// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

/** Selects compute units for work-groups. Not thread-safe. See {@link GroupPlacement}. */
public interface PlacementRule {
  /** Result of {@link #place} if no eligible unit has room. */
  int NONE = -1;

  /**
   * Selects the unit on which the caller places a group next.
   *
   * @param group flat id within the launch
   * @param residency free capacity of the units
   * @return a unit with room, or {@link #NONE}
   */
  int place(long group, FreeCapacity residency);

  /** Resets the rule at the start of a launch. */
  default void begin() {}

  /**
   * {@return the rule's state between groups; with several launches at a time, each launch has its
   * own}
   */
  default long state() {
    return 0;
  }

  /**
   * Restores a state.
   *
   * @param state a result of {@link #state}
   */
  default void restore(long state) {}
}
