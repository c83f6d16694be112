package io.lockstep.terascale.memory;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.access.TransactionSink;

/**
 * Coalescing of a fetch that no cache serves: the instruction moves each piece of memory that its
 * lanes touch once, as a whole, and keeps nothing for the next instruction.
 *
 * <p>Lanes 16 bytes apart that read 16 bytes each move what they ask for; 32 bytes apart twice as
 * much in pieces of 64, 64 bytes apart four times as much.
 *
 * <p>Source: AMD APP SDK OpenCL Optimization Guide, chapter Evergreen and Northern Islands (both
 * cache levels are enabled for images and constants with one index for all work-items only);
 * published rates of reads of {@code float} to {@code float16} (clpeak).
 *
 * <p><b>Caveats.</b> Pieces are emitted in order of the first lane that touches them. Not
 * thread-safe: it remembers the pieces of the instruction.
 */
public final class UncachedPieces implements CoalescingRule {
  private static final int MOST_BYTES = 16; // of a lane

  private final int lanes;
  private final int piece;
  private final long[] pieces;

  /**
   * A rule for whole wavefronts.
   *
   * @param lanes of a wavefront
   * @param piece bytes, a power of two
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

  /** Whether a piece is among the first ones, those of neighbouring lanes first. */
  private boolean isAmong(long at, int count) {
    for (int k = count - 1; k >= 0; k--) {
      if (pieces[k] == at) {
        return true;
      }
    }
    return false;
  }
}
