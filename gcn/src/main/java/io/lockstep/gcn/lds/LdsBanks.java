// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lds;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule;
import io.lockstep.spi.spec.Figures;
import java.util.Arrays;

/**
 * Computes bank conflicts of the LDS.
 *
 * <p>The lanes of an instruction are processed in groups, by the width of its elements ({@link
 * Groups}). A group takes as many clocks as the maximum number of distinct words in a bank, at
 * least one. A dword that several lanes read is broadcast; atomics on the same dword are
 * serialised.
 *
 * <p>On all modelled chips: for 32-bit elements lanes 0-31 and 32-63; for 64-bit elements four
 * groups of 16 lanes; for 128-bit writes eight groups of 8 lanes; for 128-bit reads eight groups of
 * two runs of four lanes. Sources: ROCm Compute Profiler documentation, LDS examples (MI250: N
 * lanes at stride 128 bytes take N + 1 clocks); composable_kernel documentation, LDS bank conflicts
 * (groups of 128-bit instructions); groups of 64-bit instructions after AMD's older OpenCL guide.
 *
 * <p>Not thread-safe, since it contains scratch tables; each compute unit has its own instance.
 */
public final class LdsBanks implements LocalMemoryRule {
  private static final int LANES = 64; // of a wavefront

  /**
   * The groups of lanes that instructions of a width are processed in.
   *
   * @param lanes lanes of a group, a power of two
   * @param banks banks that the instructions use, a power of two, at most 64
   * @param pairs 0 if the lanes of a group are consecutive; otherwise they are two runs, of which
   *     the first lanes differ in these bits
   */
  public record Groups(int lanes, int banks, int pairs) {}

  private final long[] words = new long[128];
  private final int[] next = new int[128];
  private final int width;
  private final int shift; // log2 of the width
  private final Groups[] reads; // by width of elements: 32, 64 and 128 bits
  private final Groups wideWrites;
  private final int[] first;
  private final int[] head;
  private final int[] depth;
  private int used;

  /**
   * @param width width of a bank in bytes, a power of two, at least 4
   * @param reads groups of instructions of 32 and of 64 bits a lane, and of reads of 128 bits
   */
  public LdsBanks(int width, Groups... reads) {
    this.width = width;
    this.reads = reads.clone();
    wideWrites = new Groups(reads[2].lanes, reads[2].banks, 0);
    shift = Integer.numberOfTrailingZeros(width);
    int banks = Arrays.stream(reads).mapToInt(Groups::banks).max().orElseThrow();
    first = new int[banks];
    head = new int[banks];
    depth = new int[banks];
  }

  /** Returns the banks of a device. */
  public static LdsBanks of(Figures device) {
    int pairs = Math.toIntExact(device.optional("lds.pairs_128").orElse(0));
    return new LdsBanks(
        device.integer("lds.bank_width"),
        groups(device, "32", 0),
        groups(device, "64", 0),
        groups(device, "128", pairs));
  }

  private static Groups groups(Figures device, String bits, int pairs) {
    long banks = device.optional("lds.banks_" + bits).orElse(device.value("lds.banks"));
    return new Groups(device.integer("lds.lanes_" + bits), Math.toIntExact(banks), pairs);
  }

  private Groups groups(int elementBytes) {
    return reads[elementBytes <= 4 ? 0 : elementBytes <= 8 ? 1 : 2];
  }

  @Override
  public int clocks(Access access, Operation operation) {
    boolean atomic = operation == Operation.ATOMIC;
    Groups groups = groups(access.elementBytes());
    if (groups == reads[2] && operation != Operation.LOAD) {
      groups = wideWrites;
    }
    if (groups == reads[0] && !atomic && access.isAffine() && access.mask() == -1L) {
      long stride = access.stride();
      if ((stride & width - 1) == 0) {
        return LANES / groups.lanes * degree(stride >> shift, groups);
      }
    }
    int clocks = 0;
    if (groups.pairs == 0) {
      for (int from = 0; from < LANES; from += groups.lanes) {
        clocks += group(access, from, groups, atomic);
      }
      return clocks;
    }
    int run = groups.lanes / 2;
    for (int from = 0; from < LANES; from += run) {
      if ((from ^ groups.pairs) > from) {
        begin();
        lanes(access, from, run, groups.banks, false);
        clocks += Math.max(1, lanes(access, from ^ groups.pairs, run, groups.banks, false));
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
    return LANES / groups(elementBytes).lanes;
  }

  /** Returns the conflict degree of a group of lanes with a stride in words. */
  private static int degree(long words, Groups groups) {
    long apart = Math.min(groups.banks, Long.lowestOneBit(words)); // 0 for one word
    return (int) Math.max(1, groups.lanes * apart / groups.banks);
  }

  private int group(Access access, int from, Groups groups, boolean atomic) {
    if (!atomic && access.elementBytes() == 4 && isFree(access, from, groups)) {
      return 1;
    }
    begin();
    return Math.max(1, lanes(access, from, groups.lanes, groups.banks, atomic));
  }

  /** Whether each bank has at most one distinct requested word; avoids counting words. */
  private boolean isFree(Access access, int from, Groups groups) {
    long seen = 0;
    for (long rest = lanesOf(access, from, groups.lanes); rest != 0; rest &= rest - 1) {
      int word = (int) (access.address(from + Long.numberOfTrailingZeros(rest)) >> shift);
      int bank = word & groups.banks - 1;
      if ((seen >>> bank & 1) == 0) {
        seen |= 1L << bank;
        first[bank] = word;
      } else if (first[bank] != word) {
        return false;
      }
    }
    return true;
  }

  private static long lanesOf(Access access, int from, int count) {
    return access.mask() >>> from & (count == LANES ? -1L : (1L << count) - 1);
  }

  private void begin() {
    used = 0;
    Arrays.fill(head, -1);
    Arrays.fill(depth, 0);
  }

  /** Adds lanes to the current group and returns the group's clocks so far. */
  private int lanes(Access access, int from, int count, int banks, boolean atomic) {
    int bytes = access.elementBytes();
    long rest = lanesOf(access, from, count);
    for (; rest != 0; rest &= rest - 1) {
      long address = access.address(from + Long.numberOfTrailingZeros(rest));
      for (long word = address >> shift, end = address + bytes - 1 >> shift; word <= end; word++) {
        add(word, (int) word & banks - 1, atomic);
      }
    }
    int most = 0;
    for (int d : depth) {
      most = Math.max(most, d);
    }
    return most;
  }

  private void add(long word, int bank, boolean atomic) {
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
