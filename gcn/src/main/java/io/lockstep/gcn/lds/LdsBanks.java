// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lds;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule;

/**
 * Computes bank conflicts of the LDS, which has 32 banks of 4 bytes in all modelled chips.
 *
 * <p>The lanes of an instruction are processed in groups. A group takes as many clocks as the
 * maximum number of distinct words in a bank, at least one. The groups are: for 32-bit elements
 * lanes 0-31 and 32-63; for 64-bit elements four groups of 16 lanes; for 128-bit writes eight
 * groups of 8 lanes; for 128-bit reads eight groups of two runs of four lanes (WIDE_READ). A dword
 * that several lanes read is broadcast; atomics on the same dword are serialised.
 *
 * <p>Sources: ROCm Compute Profiler documentation, LDS examples (MI250: N lanes at stride 128 bytes
 * take N + 1 clocks); composable_kernel documentation, LDS bank conflicts (groups of 128-bit
 * instructions); groups of 64-bit instructions after AMD's older OpenCL guide.
 *
 * <p>Not thread-safe, since it contains scratch tables; each compute unit has its own instance.
 */
public final class LdsBanks implements LocalMemoryRule {
  /** First lanes of the two runs of each group of a 128-bit read, for lanes 0-31. */
  private static final int[][] WIDE_READ = {{0, 20}, {4, 16}, {8, 28}, {12, 24}};

  private final long[] words = new long[128];
  private final int[] next = new int[128];
  private final int banks;
  private final int width;
  private final int shift; // log2 of the width
  private final int[] first;
  private final int[] head;
  private final int[] depth;
  private int used;

  /**
   * @param banks number of banks, a power of two, at most 64
   * @param width width of a bank in bytes, a power of two, at least 4
   */
  public LdsBanks(int banks, int width) {
    this.banks = banks;
    this.width = width;
    shift = Integer.numberOfTrailingZeros(width);
    first = new int[banks];
    head = new int[banks];
    depth = new int[banks];
  }

  @Override
  public int clocks(Access access, Operation operation) {
    boolean atomic = operation == Operation.ATOMIC;
    int bytes = access.elementBytes();
    if (bytes <= 4 && !atomic && access.isAffine() && access.mask() == -1L) {
      long stride = access.stride();
      if ((stride & width - 1) == 0) {
        return 2 * degree(stride >> shift);
      }
    }
    int clocks = 0;
    if (bytes <= 4) {
      clocks = group(access, 0, 32, atomic) + group(access, 32, 32, atomic);
    } else if (bytes <= 8) {
      for (int from = 0; from < 64; from += 16) {
        clocks += group(access, from, 16, atomic);
      }
    } else if (operation != Operation.LOAD) {
      for (int from = 0; from < 64; from += 8) {
        clocks += group(access, from, 8, atomic);
      }
    } else {
      for (int half = 0; half < 64; half += 32) {
        for (int[] runs : WIDE_READ) {
          begin();
          lanes(access, half + runs[0], 4, false);
          clocks += Math.max(1, lanes(access, half + runs[1], 4, false));
        }
      }
    }
    return clocks;
  }

  @Override
  public int conflictFree(Access access) {
    return conflictFree(access.elementBytes());
  }

  /** Returns the clocks of a conflict-free access. */
  public int conflictFree(int elementBytes) {
    return elementBytes <= 4 ? 2 : elementBytes <= 8 ? 4 : 8;
  }

  /** Returns the conflict degree of 32 lanes with a stride in words. */
  private int degree(long words) {
    return words == 0 ? 1 : (int) Math.min(banks, Long.lowestOneBit(words));
  }

  private int group(Access access, int from, int count, boolean atomic) {
    if (!atomic && access.elementBytes() == 4 && isFree(access, from, count)) {
      return 1;
    }
    begin();
    return Math.max(1, lanes(access, from, count, atomic));
  }

  /** Whether each bank has at most one distinct requested word; avoids counting words. */
  private boolean isFree(Access access, int from, int count) {
    long seen = 0;
    for (long rest = access.mask() >>> from & (1L << count) - 1; rest != 0; rest &= rest - 1) {
      int word = (int) (access.address(from + Long.numberOfTrailingZeros(rest)) >> shift);
      int bank = word & banks - 1;
      if ((seen >>> bank & 1) == 0) {
        seen |= 1L << bank;
        first[bank] = word;
      } else if (first[bank] != word) {
        return false;
      }
    }
    return true;
  }

  private void begin() {
    used = 0;
    java.util.Arrays.fill(head, -1);
    java.util.Arrays.fill(depth, 0);
  }

  /** Adds lanes to the current group and returns the group's clocks so far. */
  private int lanes(Access access, int from, int count, boolean atomic) {
    int bytes = access.elementBytes();
    long rest = access.mask() >>> from & (1L << count) - 1;
    for (; rest != 0; rest &= rest - 1) {
      long address = access.address(from + Long.numberOfTrailingZeros(rest));
      for (long word = address >> shift, end = address + bytes - 1 >> shift; word <= end; word++) {
        add(word, atomic);
      }
    }
    int most = 0;
    for (int d : depth) {
      most = Math.max(most, d);
    }
    return most;
  }

  private void add(long word, boolean atomic) {
    int bank = (int) word & banks - 1;
    if (!atomic) {
      for (int i = head[bank]; i >= 0; i = next[i]) {
        if (words[i] == word) {
          return;
        }
      }
    }
    words[used] = word;
    next[used] = head[bank];
    head[bank] = used++;
    depth[bank]++;
  }
}
