package io.lockstep.parts.access;

/**
 * The rule by which a device merges the lanes of a request into transactions. Stateless and
 * thread-safe.
 */
public interface CoalescingRule {
  /**
   * Number of lanes that are merged together: a half-warp, a quarter-wavefront, a whole wavefront.
   *
   * @return the number
   */
  int lanesPerRequest();

  /**
   * Emits the transactions of one request; {@code access} is already narrowed to its lanes.
   *
   * @param access one request's lanes
   * @param out receives each transaction
   */
  void coalesce(Access access, TransactionSink out);
}
