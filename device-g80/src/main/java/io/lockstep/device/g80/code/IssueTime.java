// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

/**
 * Issue time and latency of an instruction of the portable kernel.
 *
 * @param clocks of its rows
 * @param latency clocks from its last row to a dependent one; {@link #OPEN} if memory determines it
 */
record IssueTime(int clocks, int latency) {
  static final int OPEN = -1;

  static final IssueTime NONE = new IssueTime(0, 0);
}
