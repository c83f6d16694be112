package io.lockstep.parts.dispatch;

/**
 * Which compute unit takes a work-group. Belongs to one machine; not thread-safe.
 *
 * <p>Ready-made rules: {@link Placement}.
 */
public interface PlacementRule {
  /** {@link #place}: none of the units that may take it has room. */
  int NONE = -1;

  /**
   * Chooses a unit with room for a group; the group is then placed there.
   *
   * @param group flat id within the launch
   * @param residency who has room
   * @return a unit with room, or {@link #NONE}
   */
  int place(long group, Residency residency);

  /** A launch begins. */
  default void begin() {}

  /** {@return what it remembers from group to group, as a number} */
  default long state() {
    return 0;
  }

  /**
   * Takes up a {@link #state}.
   *
   * @param state what {@link #state} gave when the checkpoint was written
   */
  default void restore(long state) {}
}
