package io.lockstep.parts.dispatch;

/** Which compute units have room, as a {@link PlacementRule} sees it. */
public interface Residency {
  /** {@return compute units of the device} */
  int units();

  /**
   * {@return work-groups on a compute unit}
   *
   * @param unit from 0 on
   */
  int resident(int unit);

  /**
   * {@return whether one more work-group of the launch fits a compute unit now}
   *
   * @param unit from 0 on
   */
  boolean hasRoom(int unit);
}
