// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.memory;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule;

/**
 * Computes the passes of a warp's access through the 32 banks that the first level and shared
 * memory have in common. Lanes that want one word of a bank take one pass. With words of four
 * bytes, 64-bit accesses pass in halves of the warp, 128-bit accesses in quarters; with words of
 * eight bytes, which some chips have, the whole warp and halves. Two parts of a load pass as one if
 * every lane has the address of its neighbour, or that of the lane two further on: both halves of a
 * 64-bit load, the quarters of each half of a 128-bit one (a figure switches it off). Not
 * thread-safe.
 *
 * <p>Source: CUDA C++ Programming Guide; on an A100 the counters of strided loads (RRZE-HPC
 * gpu-benches) are exactly the passes that this rule gives. Joined parts: transactions of LDS.64
 * and LDS.128 as profiled in Kangkang-wky/CUDA_Micro_benchmark (28a750d), bank_conflict.md.
 */
public final class DataBanks implements LocalMemoryRule {
  /** Bytes that all banks of four bytes pass together. */
  public static final int ROW = 128;

  private static final int BANKS = 32;
  private static final int WORD = 4;
  private static final int NONE = -1;

  private final int joined; // parts of such a load that pass as one
  private final int word; // bytes of a bank's word
  private final int wordShift;

  // By bank, of the lanes under way:
  private final long[] first = new long[BANKS];
  private final int[] wanted = new int[BANKS]; // number of different words
  private final int[] latest = new int[BANKS]; // its latest other word, or NONE

  // Words beyond the first of a bank; an access that is not aligned touches two words a lane.
  private final long[] others = new long[2 * BANKS];
  private final int[] before = new int[2 * BANKS]; // the bank's other word before it, or NONE
  private int count;

  /**
   * Creates the rule for words of four bytes.
   *
   * @param joined 2 if parts of a load may pass as one, 1 if none do
   */
  public DataBanks(int joined) {
    this(joined, WORD);
  }

  /**
   * Creates the rule.
   *
   * @param word bytes of a bank's word, 4 or 8
   */
  public DataBanks(int joined, int word) {
    this.joined = joined;
    this.word = word;
    wordShift = Integer.numberOfTrailingZeros(word);
  }

  @Override
  public int clocks(Access access, Operation operation) {
    int bytes = access.elementBytes();
    int parts = ownParts(access);
    if (parts > 1 && operation == Operation.LOAD && (alike(access, 1) || alike(access, 2))) {
      parts /= joined;
    }
    if (access.isAffine()) {
      long stride = access.stride();
      boolean spread = bytes <= word ? (stride & 2 * word - 1) == word : stride == bytes;
      if (stride == 0 || spread && (access.origin() & word - 1) == 0) {
        return active(access, parts);
      }
    }
    int lanes = BANKS / parts;
    int all = 0;
    for (int from = 0; from < BANKS; from += lanes) {
      all += passes(access, access.mask() >>> from << from & low(from + lanes), bytes);
    }
    return Math.max(1, all);
  }

  /** Returns whether lanes that differ in one bit of their numbers have one address, if active. */
  private static boolean alike(Access access, int bit) {
    long both = access.mask() & access.mask() >>> bit & (bit == 1 ? 0x55555555L : 0x33333333L);
    if (access.isAffine()) {
      return both == 0 || access.stride() == 0;
    }
    for (long m = both; m != 0; m &= m - 1) {
      int lane = Long.numberOfTrailingZeros(m);
      if (access.address(lane) != access.address(lane + bit)) {
        return false;
      }
    }
    return true;
  }

  private static long low(int lanes) {
    return (1L << lanes) - 1;
  }

  /** Returns the greatest number of different words that some lanes want from one bank. */
  private int passes(Access access, long mask, int bytes) {
    if (mask == 0) {
      return 0;
    }
    count = 0;
    int seen = 0; // banks from which some lane wants a word
    int most = 1;
    for (long m = mask; m != 0; m &= m - 1) {
      long at = access.address(Long.numberOfTrailingZeros(m));
      for (long word = at >> wordShift, last = at + bytes - 1 >> wordShift; word <= last; word++) {
        int bank = (int) word & BANKS - 1;
        if ((seen >>> bank & 1) == 0) {
          seen |= 1 << bank;
          first[bank] = word;
          wanted[bank] = 1;
          latest[bank] = NONE;
        } else if (first[bank] != word) {
          most = Math.max(most, want(bank, word));
        }
      }
    }
    return most;
  }

  /** Adds a word that is not the first of its bank; returns the number of words of the bank. */
  private int want(int bank, long word) {
    for (int i = latest[bank]; i != NONE; i = before[i]) {
      if (others[i] == word) {
        return wanted[bank];
      }
    }
    others[count] = word;
    before[count] = latest[bank];
    latest[bank] = count++;
    return ++wanted[bank];
  }

  @Override
  public int conflictFree(Access access) {
    return active(access, ownParts(access));
  }

  private int ownParts(Access access) {
    return Math.max(1, parts(access) * WORD / word);
  }

  /** Returns how many of so many parts of the warp have active lanes, at least one. */
  private static int active(Access access, int parts) {
    if (parts == 1) {
      return 1;
    }
    int lanes = BANKS / parts;
    int all = 0;
    for (int from = 0; from < BANKS; from += lanes) {
      all += (access.mask() >>> from & low(lanes)) == 0 ? 0 : 1;
    }
    return Math.max(1, all);
  }

  /** Returns the number of parts of the warp that pass one after the other. */
  static int parts(Access access) {
    return access.elementBytes() > 8 ? 4 : access.elementBytes() > WORD ? 2 : 1;
  }

  /** Returns the greatest number of lanes that access one word. */
  public static int trips(Access access) {
    if (access.isAffine()) {
      return access.stride() == 0 ? access.active() : 1;
    }
    int most = 0;
    for (long m = access.mask(); m != 0; ) {
      long same = sameAddress(access, m);
      most = Math.max(most, Long.bitCount(same));
      m &= ~same;
    }
    return most;
  }

  /** Returns the lanes of a mask that access the location of its first lane. */
  public static long sameAddress(Access access, long mask) {
    long address = access.address(Long.numberOfTrailingZeros(mask));
    long same = 0;
    for (long m = mask; m != 0; m &= m - 1) {
      int lane = Long.numberOfTrailingZeros(m);
      same |= access.address(lane) == address ? 1L << lane : 0;
    }
    return same;
  }
}
