// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.parts.access.Access;
import io.lockstep.sm.memory.DataBanks;
import java.util.Arrays;

/**
 * The warps of a multiprocessor in loops of compare-and-swaps on shared memory, by which it
 * performs atomics that its hardware lacks. A swap fails if another one has changed the word since
 * the lane loaded it: of lanes of a warp on one word, one succeeds in a pass, and none if another
 * warp came between. Values are not known, so each swap that succeeds counts as a change. Not
 * thread-safe.
 */
final class SwapLoops {
  private static final int ENTRIES = 2048; // more than the words swapped between a load and a swap
  private static final int GROUP_SHIFT = 16; // words of shared memory
  private static final int WORD_SHIFT = 2;

  private final boolean contends;
  private final long[] lanes; // by warp: lanes that try again
  private final long[] loaded; // by warp: number of swaps before its load
  private final long[] words = new long[ENTRIES]; // the last word of each place
  private final long[] swapped = new long[ENTRIES]; // number of its last swap
  private long swaps;

  /**
   * @param contends whether swaps fail at all
   */
  SwapLoops(int warps, boolean contends) {
    this.contends = contends;
    lanes = new long[warps];
    loaded = new long[warps];
  }

  void begin() {
    Arrays.fill(words, 0);
    Arrays.fill(lanes, 0);
  }

  /** Returns the lanes of a warp that try again; 0 for all that are active. */
  long lanes(int warp) {
    return lanes[warp];
  }

  /** Notes that the lanes of a warp have loaded their words. */
  void loads(int warp) {
    loaded[warp] = swaps;
  }

  /** Lets lanes swap their words; returns whether some have to try again. */
  boolean swap(int warp, long group, Access access) {
    long failed = 0;
    for (long m = contends ? access.mask() : 0; m != 0; ) {
      long same = DataBanks.sameAddress(access, m);
      long address = access.address(Long.numberOfTrailingZeros(m));
      long word = (group << GROUP_SHIFT | address >>> WORD_SHIFT) + 1;
      int place = (int) (word * 0x9E3779B97F4A7C15L >>> 48) & ENTRIES - 1;
      if (words[place] == word && swapped[place] > loaded[warp]) {
        failed |= same;
      } else {
        words[place] = word;
        swapped[place] = ++swaps;
        failed |= same & same - 1;
      }
      m &= ~same;
    }
    lanes[warp] = failed;
    return failed != 0;
  }
}
