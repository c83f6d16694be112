// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lds;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule;
import java.util.Arrays;

/**
 * Computes bank conflicts of the local data share, which has 32 banks of 4 bytes (16 banks on
 * low-end devices).
 *
 * <p>As many work-items as there are banks are processed together: half a wavefront. A bank
 * delivers one word per clock, so that the number of clocks is the maximum number of distinct words
 * in a bank; lanes that read the same word share it. Operations with two words per lane (read2,
 * write2: 8-byte accesses) are processed by quarter wavefronts, and a 16-byte access is two such
 * operations. Atomics of several lanes on the same word are serialised. A byte or short costs a
 * whole word.
 *
 * <p>Source: AMD OpenCL guide, chapter 4, "LDS" (two requests a stream core and cycle; conflicts
 * are checked over the 32 work-items of two cycles).
 *
 * <p>Not thread-safe, since it contains scratch tables; each compute unit has its own instance.
 */
public final class BankConflicts implements LocalMemoryRule {
  private static final int WORD = 4;

  private final int banks;
  private final int wavefront;
  private final int[] count;
  private final long[] seen;

  /**
   * @param banks number of banks, a power of two
   * @param wavefront number of lanes of a wavefront
   */
  public BankConflicts(int banks, int wavefront) {
    this.banks = banks;
    this.wavefront = wavefront;
    count = new int[banks];
    seen = new long[banks * 2 * banks];
  }

  @Override
  public int clocks(Access access, Operation operation) {
    boolean atomic = operation == Operation.ATOMIC;
    int words = words(access);
    if (!atomic && words == 1 && access.isAffine() && isFull(access)) {
      return closedForm(access);
    }
    int clocks = 0;
    for (int pair = 0; pair < words; pair += 2) {
      int perLane = Math.min(2, words - pair);
      int lanes = banks / perLane;
      for (int from = 0; from < wavefront; from += lanes) {
        access.window(from, Math.min(lanes, wavefront - from));
        clocks += window(access, pair, perLane, atomic);
      }
    }
    access.widen(wavefront);
    return clocks;
  }

  @Override
  public int conflictFree(Access access) {
    int words = words(access);
    int clocks = 0;
    for (int pair = 0; pair < words; pair += 2) {
      clocks += windows(banks / Math.min(2, words - pair));
    }
    return clocks;
  }

  /**
   * Returns the cycles for which an operation blocks its ALU slot after its bundles have issued.
   *
   * <p>The stall is not hidden by switching to another wavefront (Georgia Tech CS4803DGC slides).
   *
   * @param clocks clocks of the local data share
   * @param operations number of machine operations of the access
   * @param issueCycles clocks hidden by the bundle of each operation
   */
  public static int stall(int clocks, int operations, int issueCycles) {
    return Math.max(0, clocks - operations * issueCycles);
  }

  private static int words(Access access) {
    return Math.max(1, access.elementBytes() / WORD);
  }

  private int windows(int lanes) {
    return (wavefront + lanes - 1) / lanes;
  }

  private boolean isFull(Access access) {
    return access.active() == wavefront;
  }

  /** Returns the clocks of an affine access; stride w visits banks / gcd(w, banks) banks. */
  private int closedForm(Access access) {
    long stride = access.stride();
    int each;
    if (stride % WORD == 0) {
      long words = Math.abs(stride / WORD);
      each = words == 0 ? 1 : (int) Math.min(banks, Long.lowestOneBit(words | banks));
    } else {
      each = -1;
    }
    if (each < 0) {
      int clocks = 0;
      for (int from = 0; from < wavefront; from += banks) {
        access.window(from, Math.min(banks, wavefront - from));
        clocks += window(access, 0, 1, false);
      }
      access.widen(wavefront);
      return clocks;
    }
    return each * windows(banks);
  }

  /** Returns the clocks of a window: the maximum distinct words in a bank, at least 1. */
  private int window(Access access, int firstWord, int perLane, boolean atomic) {
    Arrays.fill(count, 0);
    int most = 1;
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      long word = access.address(lane) / WORD + firstWord;
      for (int k = 0; k < perLane; k++) {
        most = Math.max(most, add(word + k, atomic));
      }
    }
    return most;
  }

  private int add(long word, boolean atomic) {
    int bank = (int) (word & (banks - 1));
    int row = bank * 2 * banks;
    if (!atomic) {
      for (int i = row; i < row + count[bank]; i++) {
        if (seen[i] == word) {
          return count[bank];
        }
      }
    }
    seen[row + count[bank]] = word;
    return ++count[bank];
  }
}
