package io.lockstep.device.g80.code;

/**
 * @param clocks of its rows
 * @param latency from the last row to a dependent one; {@link #OPEN}: memory determines it
 */
record IssueTime(int clocks, int latency) {
  static final int OPEN = -1;

  /** An instruction without rows. */
  static final IssueTime NONE = new IssueTime(0, 0);
}
