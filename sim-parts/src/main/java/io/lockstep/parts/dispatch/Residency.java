package io.lockstep.parts.dispatch;

/** Which compute units have room, as a {@link PlacementRule} sees it. */
public interface Residency {
  /** Compute units of the device. */
  int units();

  /** Work-groups on a compute unit. */
  int resident(int unit);

  /** Whether one more work-group of the launch fits a compute unit now. */
  boolean hasRoom(int unit);
}
