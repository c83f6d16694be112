package io.lockstep.parts.dispatch;

/**
 * Selects the compute unit for a work-group. Belongs to one machine; not thread-safe.
 *
 * <p>Predefined rules: {@link GroupPlacement}.
 */
public interface PlacementRule {
  /** {@link #place}: none of the eligible units has room. */
  int NONE = -1;

  /**
   * Selects a unit with room for a group; the group is then placed there.
   *
   * @param group flat id within the launch
   * @param residency free capacity of the units
   * @return a unit with room, or {@link #NONE}
   */
  int place(long group, FreeCapacity residency);

  /** Begins a launch. */
  default void begin() {}

  /** {@return its state between groups, as a number} */
  default long state() {
    return 0;
  }

  /**
   * Restores a {@link #state}.
   *
   * @param state the value of {@link #state} when the checkpoint was written
   */
  default void restore(long state) {}
}
