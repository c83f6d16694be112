package io.lockstep.terascale.clause;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;

/**
 * The size limit of an ALU clause: 128 words of 64 bits, pairs of literals included, and the lines
 * of the constant cache that it can lock when it starts: sets of one line of 16 registers, or of
 * two that follow each other.
 *
 * <p>Source: LLVM R600 backend (R600EmitClauseMarkers, {@code getMaxAlusPerClause} and kcache
 * banks).
 *
 * <p>Not thread-safe: it holds the growing clause.
 */
public final class AluClauseLimit {
  /** Words of a clause. */
  public static final int WORDS = 128;

  /** A full bundle: five operations and two pairs of literals. */
  private static final int BUNDLE_WORDS = 7;

  private static final int DWORDS_PER_LINE = 64;

  private long[] first; // line of each set
  private long[] last; // the same, or the next one
  private int locked; // sets
  private long[] tryFirst;
  private long[] tryLast;
  private int words;

  /**
   * Number of free words below which no local read starts, so that its result can still be taken
   * within the clause: each word of a full queue by a bundle.
   */
  private final int queueReserve;

  /**
   * @param queueWords words that may wait in the output queue of the local data share
   * @param constantSets sets of constants that a clause locks
   */
  public AluClauseLimit(int queueWords, int constantSets) {
    queueReserve = queueWords * BUNDLE_WORDS;
    first = new long[constantSets];
    last = new long[constantSets];
    tryFirst = new long[constantSets];
    tryLast = new long[constantSets];
  }

  /** Starts a clause. */
  public void reset() {
    locked = 0;
    words = 0;
  }

  /**
   * Adds a finished bundle.
   *
   * @param bundle which fits: nothing is checked
   */
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

  /** {@return whether the clause has room for one more bundle of any size} */
  public boolean hasRoom() {
    return words + BUNDLE_WORDS <= WORDS;
  }

  /** {@return whether a local read may start here: its result must be taken in the same clause} */
  public boolean hasRoomForQueue() {
    return words + queueReserve <= WORDS;
  }

  /**
   * {@return whether a bundle's constants can be locked by this clause}
   *
   * @param bundle the next one
   */
  public boolean locks(Bundle bundle) {
    return lock(bundle) >= 0;
  }

  /** The sets with a bundle's lines, in the arrays to try; how many there are, -1 if too many. */
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

  /** The set that holds a line: one that does, or grows by it, or the next free one. */
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
