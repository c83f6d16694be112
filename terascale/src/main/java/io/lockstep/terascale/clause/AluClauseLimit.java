package io.lockstep.terascale.clause;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;

/**
 * The size limit of an ALU clause: 128 words of 64 bits, pairs of literals included, and the lines
 * of the constant cache that it can lock when it starts (two sets of one or two lines of 16
 * registers).
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

  private static final int KCACHE_LINES = 4;
  private static final int DWORDS_PER_LINE = 64;

  private final long[] lines = new long[KCACHE_LINES];
  private int locked;
  private int words;

  /**
   * Number of free words below which no local read starts, so that its result can still be taken
   * within the clause: each word of a full queue by a bundle.
   */
  private final int queueReserve;

  /**
   * @param queueWords words that may wait in the output queue of the local data share
   */
  public AluClauseLimit(int queueWords) {
    queueReserve = queueWords * BUNDLE_WORDS;
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
    for (MachineOp op : bundle.ops()) {
      for (Source s : op.sources()) {
        if (s.kind() == Source.Kind.CONSTANT && !isLocked(line(s)) && locked < KCACHE_LINES) {
          lines[locked++] = line(s);
        }
      }
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
    long[] more = new long[KCACHE_LINES];
    int count = 0;
    for (MachineOp op : bundle.ops()) {
      for (Source s : op.sources()) {
        if (s.kind() != Source.Kind.CONSTANT || isLocked(line(s))) {
          continue;
        }
        boolean seen = false;
        for (int i = 0; i < count; i++) {
          seen |= more[i] == line(s);
        }
        if (!seen) {
          if (locked + count == KCACHE_LINES) {
            return false;
          }
          more[count++] = line(s);
        }
      }
    }
    return true;
  }

  private boolean isLocked(long line) {
    for (int i = 0; i < locked; i++) {
      if (lines[i] == line) {
        return true;
      }
    }
    return false;
  }

  private static long line(Source s) {
    return ((long) s.bank() << 32) | (s.number() / DWORDS_PER_LINE);
  }
}
