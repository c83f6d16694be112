// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.kernel.analysis.PollLoops;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * The wavefronts of a unit whose polls failed, with the instructions and lanes until the next poll.
 *
 * <p>A round is one pass through the innermost loop of the poll, from the instruction after the
 * poll back to the poll, in code order. Blocks on both sides of a branch are included; instructions
 * named by the device (memory accesses, barriers, ends) are omitted, because records contain only
 * one round. Rows are the device's instruction numbers, ascending with the portable blocks. Not
 * thread-safe.
 */
public final class PollRounds {
  private static final int NONE = -1;
  private static final int[][] NO_ROUNDS = {};

  private final int[] poll; // by wavefront: row of the poll that ends its round, or NONE
  private final int[] at; // by wavefront: index in its round
  private final long[] lanes; // by wavefront: lanes that poll again; 0 for all
  private final int[] failures; // by wavefront: consecutive failures of its poll
  private final int[] token; // by wavefront: token of the outstanding poll plus one, or 0

  private PollLoops loops;
  private IntUnaryOperator first;
  private IntUnaryOperator slotOf;
  private IntPredicate repeats;
  private int[][] rounds = NO_ROUNDS; // by row of a poll: rows of its round

  /**
   * Creates the state without polling wavefronts.
   *
   * @param wavefronts number of wavefront slots of the unit
   */
  public PollRounds(int wavefronts) {
    poll = new int[wavefronts];
    at = new int[wavefronts];
    lanes = new long[wavefronts];
    failures = new int[wavefronts];
    token = new int[wavefronts];
    Arrays.fill(poll, NONE);
  }

  /**
   * Begins a launch, while no wavefront is resident.
   *
   * @param of polling loops of the kernel
   * @param rows number of rows
   * @param firstRow maps a block to its first row, and the number of blocks to {@code rows}
   * @param slot maps a row to its polling memory operation
   * @param repeated whether a row is issued in rounds
   */
  public void begin(
      PollLoops of,
      int rows,
      IntUnaryOperator firstRow,
      IntUnaryOperator slot,
      IntPredicate repeated) {
    loops = of;
    rounds = of.isEmpty() ? NO_ROUNDS : new int[rows][];
    first = firstRow;
    slotOf = slot;
    repeats = repeated;
  }

  /** {@return whether work-groups of the launch may wait for each other} */
  public boolean arePossible() {
    return rounds.length > 0;
  }

  /**
   * Registers the issue of a poll, for whose answer the wavefront waits.
   *
   * @param w slot of the wavefront
   * @param ofToken token of the instruction
   */
  public void polls(int w, int ofToken) {
    token[w] = ofToken + 1;
  }

  /**
   * {@return whether a wavefront waits for the answer of a poll}
   *
   * @param w slot of the wavefront
   */
  public boolean isPolling(int w) {
    return token[w] != 0;
  }

  /**
   * {@return whether the wavefront waits for the answer of a particular poll}
   *
   * @param w slot of the wavefront
   * @param ofToken token of the poll's instruction
   */
  public boolean isPolling(int w, int ofToken) {
    return token[w] == ofToken + 1;
  }

  /**
   * {@return the lanes for which a poll is issued; 0 for all active lanes}
   *
   * @param w slot of the wavefront
   */
  public long lanes(int w) {
    return lanes[w];
  }

  /**
   * Registers the success of a wavefront's poll for all its lanes.
   *
   * @param w slot of the wavefront
   */
  public void answered(int w) {
    token[w] = 0;
    lanes[w] = 0;
    failures[w] = 0;
  }

  /**
   * Registers a failed poll and begins a round.
   *
   * @param w slot of the wavefront
   * @param row row of the poll
   * @param refused mask of the lanes that poll again
   * @return the row that the wavefront issues next
   */
  public int refused(int w, int row, long refused) {
    token[w] = 0;
    lanes[w] = refused;
    failures[w]++;
    poll[w] = row;
    at[w] = 0;
    return arrives(w);
  }

  /**
   * {@return the number of consecutive failures of a wavefront's poll; 0 if it does not poll}
   *
   * @param w slot of the wavefront
   */
  public int failures(int w) {
    return failures[w];
  }

  /**
   * {@return whether a wavefront is in a round, and so has not reached its next poll}
   *
   * @param w slot of the wavefront
   */
  public boolean isOn(int w) {
    return poll[w] >= 0;
  }

  /**
   * Registers the issue of an instruction of a round.
   *
   * @param w slot of the wavefront
   * @return the row that the wavefront issues next; the row of the poll ends the round
   */
  public int next(int w) {
    at[w]++;
    return arrives(w);
  }

  private int arrives(int w) {
    int row = poll[w];
    if (rounds[row] == null) {
      rounds[row] = round(row);
    }
    if (at[w] < rounds[row].length) {
      return rounds[row][at[w]];
    }
    poll[w] = NONE;
    return row;
  }

  private int[] round(int row) {
    int slot = slotOf.applyAsInt(row);
    int block = 0;
    while (first.applyAsInt(block + 1) <= row) {
      block++;
    }
    BitSet blocks = new BitSet();
    if (loops.isPoll(slot)) {
      blocks.or(loops.loopOf(slot).blocks());
    } else {
      blocks.set(block);
    }
    int[] found = new int[rounds.length];
    int n = 0;
    for (int r = row + 1; r < first.applyAsInt(block + 1); r++) {
      n = add(found, n, r);
    }
    for (int b = blocks.nextSetBit(block + 1); b >= 0; b = blocks.nextSetBit(b + 1)) {
      for (int r = first.applyAsInt(b); r < first.applyAsInt(b + 1); r++) {
        n = add(found, n, r);
      }
    }
    for (int b = blocks.nextSetBit(0); b >= 0 && b <= block; b = blocks.nextSetBit(b + 1)) {
      int end = b == block ? row : first.applyAsInt(b + 1);
      for (int r = first.applyAsInt(b); r < end; r++) {
        n = add(found, n, r);
      }
    }
    return Arrays.copyOf(found, n);
  }

  private int add(int[] found, int n, int row) {
    if (!repeats.test(row)) {
      return n;
    }
    found[n] = row;
    return n + 1;
  }
}
