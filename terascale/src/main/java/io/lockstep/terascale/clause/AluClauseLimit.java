// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;

/**
 * The size limits of an ALU clause: 128 words of 64 bits, including pairs of literals, and the sets
 * of the constant cache that the clause locks when it starts. A set is one line of 16 registers or
 * two consecutive lines.
 *
 * <p>Source: LLVM R600 backend (R600EmitClauseMarkers, {@code getMaxAlusPerClause} and kcache
 * banks).
 *
 * <p>Not thread-safe, since an instance represents the clause under construction.
 */
public final class AluClauseLimit {
  /** Maximum words of a clause. */
  public static final int WORDS = 128;

  /** Words of a full bundle: five operations and two pairs of literals. */
  private static final int BUNDLE_WORDS = 7;

  private static final int DWORDS_PER_LINE = 64;

  private long[] first; // first line of each locked set
  private long[] last; // last line: equal to the first, or the next
  private int locked;
  private long[] tryFirst;
  private long[] tryLast;
  private int words;

  /**
   * Number of free words required before a local read starts, so that for each word of a full queue
   * a bundle of the same clause can still pop it.
   */
  private final int queueReserve;

  /**
   * @param queueWords capacity of the output queue of the local data share, in words
   * @param constantSets sets of constants that a clause can lock
   */
  public AluClauseLimit(int queueWords, int constantSets) {
    queueReserve = queueWords * BUNDLE_WORDS;
    first = new long[constantSets];
    last = new long[constantSets];
    tryFirst = new long[constantSets];
    tryLast = new long[constantSets];
  }

  public void reset() {
    locked = 0;
    words = 0;
  }

  public void add(Bundle bundle) {
    words += bundle.words();
    int sets = lock(bundle);
    if (sets >= 0) {
      long[] swap = first;
      first = tryFirst;
      tryFirst = swap;
      swap = last;
      last = tryLast;
      tryLast = swap;
      locked = sets;
    }
  }

  public boolean hasRoom() {
    return words + BUNDLE_WORDS <= WORDS;
  }

  /** Whether the clause has room for a local read, whose result it must also pop. */
  public boolean hasRoomForQueue() {
    return words + queueReserve <= WORDS;
  }

  public boolean locks(Bundle bundle) {
    return lock(bundle) >= 0;
  }

  /** Tries to lock the lines of a bundle's constants; returns the number of locked sets, or -1. */
  private int lock(Bundle bundle) {
    System.arraycopy(first, 0, tryFirst, 0, locked);
    System.arraycopy(last, 0, tryLast, 0, locked);
    int sets = locked;
    for (MachineOp op : bundle.ops()) {
      for (Source s : op.sources()) {
        if (s.kind() != Source.Kind.CONSTANT) {
          continue;
        }
        int set = set(line(s), sets);
        if (set == first.length) {
          return -1;
        }
        sets = Math.max(sets, set + 1);
      }
    }
    return sets;
  }

  /** Returns the set that holds or can be extended to a line, otherwise the next free set. */
  private int set(long line, int sets) {
    for (int k = 0; k < sets; k++) {
      if (tryFirst[k] <= line && line <= tryLast[k]) {
        return k;
      }
    }
    for (int k = 0; k < sets; k++) {
      boolean single = tryFirst[k] == tryLast[k];
      if (single && line == tryFirst[k] - 1) {
        tryFirst[k] = line;
        return k;
      }
      if (single && line == tryLast[k] + 1) {
        tryLast[k] = line;
        return k;
      }
    }
    if (sets < first.length) {
      tryFirst[sets] = line;
      tryLast[sets] = line;
    }
    return sets;
  }

  private static long line(Source s) {
    return ((long) s.bank() << 32) | (s.number() / DWORDS_PER_LINE);
  }
}
