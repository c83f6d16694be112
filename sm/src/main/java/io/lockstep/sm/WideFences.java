// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.parts.transaction.MemoryUnit;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The fences beyond the block, each of which waits for all writes that its multiprocessor issued
 * before. A fence must also order what other threads have written and its own has seen, behind a
 * barrier for example, and the hardware cannot tell which writes those are.
 *
 * <p>Source: CUDA C++ Programming Guide 13.1, Memory Fence Interference. Writes are counted by
 * epochs; a fence ends the current one and waits until those up to it have no writes left. Not
 * thread-safe.
 */
final class WideFences {
  private static final long NONE = -1;
  private static final int OLDEST = 0; // epoch that may have writes
  private static final int NEWEST = 1; // epoch of the next write
  private static final int KNOWN = 2; // last tick at which a write ends that no event announces

  private final IntConsumer resume;
  private final int[] pending; // by epoch, in turn: writes that are not acknowledged
  private final byte[] awaits; // by warp: whether it waits
  private final long[] last; // by warp: the epoch up to which its fence waits, or NONE
  private final int[] epoch; // by token of the first level: place of its write's epoch + 1, or 0
  private final long[] now = new long[3];

  /**
   * @param tokens of the first level
   * @param resume called with a warp whose fence has waited
   */
  WideFences(int warps, int tokens, IntConsumer resume) {
    this.resume = resume;
    pending = new int[warps + 2]; // a fence each, and the current epoch
    awaits = new byte[warps];
    last = new long[warps];
    epoch = new int[tokens];
    Arrays.fill(last, NONE);
    now[OLDEST] = 1;
    now[NEWEST] = 1;
  }

  /**
   * Counts a write.
   *
   * @param end tick at which it is acknowledged; {@link MemoryUnit#PENDING} if {@link
   *     #acknowledged} tells
   */
  void issued(int token, long end) {
    if (end != MemoryUnit.PENDING) {
      now[KNOWN] = Math.max(now[KNOWN], end);
      return;
    }
    int place = place(now[NEWEST]);
    pending[place]++;
    epoch[token] = place + 1;
  }

  /** Whether fences wait for a token's instruction. */
  boolean isWrite(int token) {
    return epoch[token] != 0;
  }

  /** Ends a write. */
  void acknowledged(int token, long tick) {
    now[KNOWN] = Math.max(now[KNOWN], tick);
    pending[epoch[token] - 1]--;
    epoch[token] = 0;
    long before = now[OLDEST];
    while (now[OLDEST] < now[NEWEST] && pending[place(now[OLDEST])] == 0) {
      now[OLDEST]++;
    }
    for (int warp = 0; now[OLDEST] > before && warp < last.length; warp++) {
      if (awaits[warp] != 0 && last[warp] < now[OLDEST]) {
        awaits[warp] = 0;
        resume.accept(warp);
      }
    }
  }

  /** Returns the tick from which a warp's fence may issue; {@link WarpTable#NEVER} if unknown. */
  long until(int warp) {
    if (last[warp] == NONE) {
      boolean empty = pending[place(now[NEWEST])] == 0;
      last[warp] = empty ? now[NEWEST] - 1 : now[NEWEST]++;
    }
    awaits[warp] = (byte) (last[warp] < now[OLDEST] ? 0 : 1);
    return awaits[warp] == 0 ? now[KNOWN] : WarpTable.NEVER;
  }

  /** Called when a warp's fence is issued. */
  void passed(int warp) {
    last[warp] = NONE;
  }

  private int place(long at) {
    return (int) (at % pending.length);
  }
}
