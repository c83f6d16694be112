// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

/** The rule by which a device merges lanes into transactions. Stateless and thread-safe. */
public interface CoalescingRule {
  /** {@return the number of lanes that are merged together, such as a half-warp} */
  int lanesPerRequest();

  /**
   * Emits the transactions of one request.
   *
   * @param access already narrowed to the request's lanes
   * @param out receives each transaction
   */
  void coalesce(Access access, TransactionSink out);
}
