// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

/**
 * Selects the next request of one channel. Called for every request, so it must not allocate. Not
 * thread-safe.
 */
public abstract class DramRule {
  /** Constructor for use by subclasses. */
  protected DramRule() {}

  /**
   * Selects the request to be booked now.
   *
   * @param waiting at least two reads or two writes; the rule is not called after {@code
   *     dram.bypasses} requests have overtaken the oldest
   * @return index of the request
   */
  public abstract int choose(WaitingRequests waiting);
}
