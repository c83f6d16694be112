package io.lockstep.terascale.clause;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;

/**
 * Size limits of an ALU clause: 128 words of 64 bits with pairs of literals, and the constant sets
 * it can lock: each one line of 16 registers or two consecutive ones. Source: LLVM R600 backend
 * (R600EmitClauseMarkers, {@code getMaxAlusPerClause}, kcache banks).
 */
public final class AluClauseLimit {
  /** Maximum words of a clause. */
  public static final int WORDS = 128;

  /** Five operations and two pairs of literals. */
  private static final int BUNDLE_WORDS = 7;

  private static final int DWORDS_PER_LINE = 64;

  private long[] first; // first line of each set
  private long[] last; // last line: the first or the next
  private int locked;
  private long[] tryFirst;
  private long[] tryLast;
  private int words;

  /**
   * Words kept free at a local read: each word of a full queue is popped by a bundle of its clause.
   */
  private final int queueReserve;

  /** {@code queueWords}: capacity of the output queue of the local data share. */
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

  /** Whether a local read may start, whose result must be popped in the same clause. */
  public boolean hasRoomForQueue() {
    return words + queueReserve <= WORDS;
  }

  public boolean locks(Bundle bundle) {
    return lock(bundle) >= 0;
  }

  /** Tentatively locks a bundle's constants; returns the number of sets, or -1 if too many. */
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

  /** The set that has a line or can be extended to it, else the next free one, or {@code sets}. */
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
