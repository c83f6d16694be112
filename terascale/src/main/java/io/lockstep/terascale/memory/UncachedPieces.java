// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.memory;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.access.TransactionSink;

/**
 * Coalesces an uncached fetch: each aligned piece of memory that a lane touches is transferred once
 * per instruction, as a whole, and is not kept for later instructions.
 *
 * <p>If each lane reads 16 bytes at a stride of 16 bytes, only requested bytes are transferred.
 * With pieces of 64 bytes, a stride of 32 bytes transfers twice as much, and a stride of 64 bytes
 * four times as much.
 *
 * <p>Source: AMD APP SDK OpenCL Optimization Guide, chapter Evergreen and Northern Islands (both
 * cache levels are enabled for images and constants with one index for all work-items only);
 * published rates of reads of {@code float} to {@code float16} (clpeak).
 *
 * <p><b>Caveat.</b> Pieces are emitted in order of the first lane that touches them. Not
 * thread-safe: it stores the pieces of the current instruction.
 */
public final class UncachedPieces implements CoalescingRule {
  private static final int MOST_BYTES = 16; // per lane

  private final int lanes;
  private final int piece;
  private final long[] pieces;

  /**
   * @param lanes number of lanes of a wavefront
   * @param piece size of a piece in bytes, a power of two
   */
  public UncachedPieces(int lanes, int piece) {
    this.lanes = lanes;
    this.piece = piece;
    pieces = new long[lanes * (MOST_BYTES / piece + 2)];
  }

  @Override
  public int lanesPerRequest() {
    return lanes;
  }

  @Override
  public void coalesce(Access access, TransactionSink out) {
    int bytes = access.elementBytes();
    int count = 0;
    long highest = Long.MIN_VALUE;
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      long from = access.address(lane);
      for (long at = from & -piece; at < from + bytes; at += piece) {
        if (at > highest) {
          highest = at;
        } else if (isAmong(at, count)) {
          continue;
        }
        pieces[count++] = at;
        out.transaction(at, piece);
      }
    }
  }

  /** Whether a piece has been emitted; searches backwards, as neighbours share pieces. */
  private boolean isAmong(long at, int count) {
    for (int k = count - 1; k >= 0; k--) {
      if (pieces[k] == at) {
        return true;
      }
    }
    return false;
  }
}
