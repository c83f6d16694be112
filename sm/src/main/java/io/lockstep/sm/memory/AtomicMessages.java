// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.memory;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.memory.map.Message;
import io.lockstep.parts.transaction.MemoryUnit;

/**
 * Sends the atomic operations of a warp on global memory. Words of one block, a sector of the
 * second level, travel in one message, in which no word occurs twice: of lanes on one word, each
 * further one is in a further message, as in GPGPU-Sim ({@code memory_coalescing_arch_atomic}).
 * Where only one word of a block is left, its lanes are one message, and the second level performs
 * one after the other: "they are all serialized" (Nsight Visual Studio Edition 4.7, "Memory
 * Statistics - Atomics"). Not thread-safe.
 */
public final class AtomicMessages {
  private static final int WORD_SHIFT = 2;

  private final int block; // bytes
  private final int[] lanes = new int[Message.WORDS_BYTES >> WORD_SHIFT]; // by word of the block

  /**
   * Creates the rule.
   *
   * @param blockBytes bytes of the aligned blocks of which a message has words; a power of two, up
   *     to {@link Message#WORDS_BYTES}
   */
  public AtomicMessages(int blockBytes) {
    block = blockBytes;
  }

  /**
   * Sends an access.
   *
   * @param tick tick of entry
   * @param token token that the answers carry, or {@link MemoryUnit#NO_TOKEN}
   */
  public void send(Access access, MemoryUnit unit, long tick, int token) {
    int bytes = access.elementBytes();
    long size = Math.max(block, bytes);
    for (long left = access.mask(); left != 0; ) {
      long base = access.address(Long.numberOfTrailingZeros(left)) & -size;
      int words = 0;
      for (long m = left; m != 0; m &= m - 1) {
        int lane = Long.numberOfTrailingZeros(m);
        long offset = access.address(lane) - base;
        if (offset >= 0 && offset < size) {
          int word = (int) offset >> WORD_SHIFT;
          lanes[word] = (words >>> word & 1) == 0 ? 1 : lanes[word] + 1;
          words |= 1 << word;
          left &= ~(1L << lane);
        }
      }
      send(base, words, bytes, unit, tick, token);
    }
  }

  private void send(long base, int all, int bytes, MemoryUnit unit, long tick, int token) {
    int words = all;
    while (Integer.bitCount(words) > 1) {
      int first = Integer.numberOfTrailingZeros(words);
      int last = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(words);
      long from = base + ((long) first << WORD_SHIFT);
      unit.atomics(tick, token, from, (last - first << WORD_SHIFT) + bytes, words >>> first);
      for (int m = words; m != 0; m &= m - 1) {
        int word = Integer.numberOfTrailingZeros(m);
        if (--lanes[word] == 0) {
          words &= ~(1 << word);
        }
      }
    }
    if (words != 0) {
      int word = Integer.numberOfTrailingZeros(words);
      unit.atomic(tick, token, base + ((long) word << WORD_SHIFT), bytes, lanes[word]);
    }
  }
}
