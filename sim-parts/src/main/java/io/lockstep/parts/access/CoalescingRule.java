// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

/** Merges the accesses of lanes into transactions, as a device does. Stateless and thread-safe. */
public interface CoalescingRule {
  /** {@return the number of lanes whose accesses are coalesced together, such as a half-warp} */
  int lanesPerRequest();

  /**
   * Emits the transactions of one request.
   *
   * @param access the access, narrowed to the request's lanes
   * @param out receives each transaction
   */
  void coalesce(Access access, TransactionSink out);
}
