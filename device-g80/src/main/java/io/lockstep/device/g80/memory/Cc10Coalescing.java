// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.memory;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.access.TransactionSink;

/**
 * Coalesces accesses to global memory on compute capability 1.0 and 1.1, where a half-warp merges
 * completely or not at all.
 *
 * <p>A half-warp's accesses merge only if lane <i>k</i> accesses element <i>k</i> of one aligned
 * segment. If one lane deviates, every active lane takes a separate transaction. Inactive lanes are
 * allowed; permuted lanes, equal addresses and 12-byte elements are not.
 *
 * <p>Source: CUDA Programming Guide 1.1, section 5.1.2.1; transaction sizes as in the CUDA C Best
 * Practices Guide 4.2, "Coalesced Access to Global Memory".
 *
 * <p><b>Caveats.</b> Two requests for the same word are two transactions: this hardware never
 * merges uncoalesced lanes. A half-warp without active lanes makes no transaction.
 *
 * <p>Immutable and thread-safe.
 *
 * @param lanes number of lanes of a half-warp
 */
public record Cc10Coalescing(int lanes) implements CoalescingRule {
  private static final int SCATTERED_BYTES = 32;
  private static final int WIDEST = 128; // maximum bytes of a transaction

  @Override
  public int lanesPerRequest() {
    return lanes;
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
    } else {
      int segment = lanes * bytes;
      int each = Math.min(segment, WIDEST);
      for (int at = 0; at < segment; at += each) {
        out.transaction(access.origin() + at, each);
      }
    }
  }

  /** Whether lane k accesses element k of an aligned segment; avoids expanding affine accesses. */
  private boolean inSegment(Access access, int bytes) {
    return (bytes == 4 || bytes == 8 || bytes == 16)
        && access.isAffine(bytes)
        && access.origin() % ((long) lanes * bytes) == 0;
  }
}
