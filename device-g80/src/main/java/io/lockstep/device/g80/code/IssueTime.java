package io.lockstep.device.g80.code;

/**
 * How long an instruction of the portable kernel issues, and when its result is there.
 *
 * @param clocks of its rows
 * @param latency clocks from its last row to a dependent one; {@link #OPEN} if memory decides
 */
record IssueTime(int clocks, int latency) {
  static final int OPEN = -1;

  /** Of an instruction without rows. */
  static final IssueTime NONE = new IssueTime(0, 0);
}
