package io.lockstep.device.g80.memory;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.access.TransactionSink;

/**
 * Coalescing of global memory on compute capability 1.0 and 1.1: all or nothing.
 *
 * <p>A half-warp's accesses merge only if lane <i>k</i> touches element <i>k</i> of one aligned
 * segment. One lane out of place, and every active lane pays a transaction of its own. Idle lanes
 * are welcome; permuted lanes, equal addresses and 12-byte elements are not.
 *
 * <p>Source: CUDA Programming Guide 1.1, section 5.1.2.1; transaction sizes as in the CUDA C Best
 * Practices Guide 4.2, "Coalesced Access to Global Memory".
 *
 * <p><b>Caveats.</b> Two requests for the same word are two transactions: this hardware never
 * merges uncoalesced lanes. A half-warp without an active lane makes none.
 *
 * <p>Stateless and thread-safe.
 */
public final class Cc10Coalescing implements CoalescingRule {
  private static final int HALF_WARP = 16;
  private static final int SCATTERED_BYTES = 32;

  /** The rule. */
  public Cc10Coalescing() {}

  @Override
  public int lanesPerRequest() {
    return HALF_WARP;
  }

  @Override
  public void coalesce(Access access, TransactionSink out) {
    if (access.mask() == 0) {
      return;
    }
    int bytes = access.elementBytes();
    if (!inSegment(access, bytes)) {
      for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
        out.transaction(access.address(lane) & -SCATTERED_BYTES, SCATTERED_BYTES);
      }
    } else if (bytes == 16) { // two segments of 128 bytes: the widest the bus carries
      out.transaction(access.origin(), 128);
      out.transaction(access.origin() + 128, 128);
    } else {
      out.transaction(access.origin(), HALF_WARP * bytes);
    }
  }

  /**
   * Whether lane k touches element k of an aligned segment; an affine access answers unexpanded.
   */
  private static boolean inSegment(Access access, int bytes) {
    return (bytes == 4 || bytes == 8 || bytes == 16)
        && access.isAffine(bytes)
        && access.origin() % ((long) HALF_WARP * bytes) == 0;
  }
}
