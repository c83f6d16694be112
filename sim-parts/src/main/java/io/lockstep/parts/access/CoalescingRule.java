package io.lockstep.parts.access;

/** How a device merges the lanes of a request into transactions. Stateless and thread-safe. */
public interface CoalescingRule {
  /** Lanes considered together: a half-warp, a quarter-wavefront, a whole wavefront. */
  int lanesPerRequest();

  /** Emits the transactions of one request; {@code access} is already narrowed to its lanes. */
  void coalesce(Access access, TransactionSink out);
}
