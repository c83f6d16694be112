package io.lockstep.terascale.issue;

import io.lockstep.kernel.ir.PollLoops;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.parts.unit.PollRounds;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.terascale.clause.ClauseTable;

/**
 * Polls of wavefronts. A poll's clause lasts until all answers have arrived; if any is refused, the
 * wavefront executes the loop's ALU clauses and reissues the refused operations.
 */
final class ClausePolls extends SavedPart {
  private static final int NOTHING = 0;
  private static final int UNAWAITED = -1;

  private final Wavefronts wavefronts;
  private final PollRounds rounds;
  private final int[] operation; // by token: the poll's operation plus one
  private final long[] refused; // bits of refused operations by wavefront
  private final long[] repeated; // bits of operations to reissue by wavefront; 0: all
  private final long[] lanes; // refused lanes by wavefront
  private ClauseTable table;
  private PollLoops loops;
  private boolean possible;

  ClausePolls(Wavefronts wavefronts, int tokens) {
    this.wavefronts = wavefronts;
    rounds = state.keep(new PollRounds(wavefronts.slots()));
    operation = state.keep(new int[tokens]);
    refused = state.keep(new long[wavefronts.slots()]);
    repeated = state.keep(new long[wavefronts.slots()]);
    lanes = state.keep(new long[wavefronts.slots()]);
  }

  void begin(ClauseTable clauses) {
    table = clauses;
    loops = wavefronts.pollLoops();
    rounds.begin(
        loops,
        clauses.port.length,
        b -> clauses.first[b],
        this::slot,
        c -> clauses.port[c] == ClauseTable.ALU && clauses.firstOp[c] == clauses.firstOp[c + 1]);
    possible = rounds.arePossible();
  }

  /** The access of a clause's first poll, else of its first operation. */
  private int slot(int clause) {
    for (int op = table.firstOp[clause]; op < table.firstOp[clause + 1]; op++) {
      if (table.memorySlot[op] >= 0 && loops.isPoll(table.memorySlot[op])) {
        return table.memorySlot[op];
      }
    }
    return table.memorySlot[table.firstOp[clause]];
  }

  PollRounds rounds() {
    return rounds;
  }

  void polls(int w, int token, int op) {
    operation[token] = op + 1;
    rounds.polls(w, token);
  }

  /** A write to a polled word whose acknowledgement the wavefront does not await. */
  void unawaited(int token) {
    operation[token] = UNAWAITED;
  }

  /** Records an answer; returns whether the wavefront awaits it. */
  boolean isAwaited(int w, int token, long refusedLanes) {
    int op = operation[token] - 1;
    operation[token] = NOTHING;
    if (op >= 0 && refusedLanes != 0) {
      refused[w] |= 1L << op - first(w, op);
      lanes[w] |= refusedLanes;
    }
    return op + 1 != UNAWAITED;
  }

  private int first(int w, int op) {
    int block = wavefronts.block(w);
    int c = table.first[block];
    while (table.firstOp[c + 1] <= op) {
      c++;
    }
    return table.firstOp[c];
  }

  /** Lanes for which an atomic is issued; 0: all. */
  long lanes(int w) {
    return rounds.lanes(w);
  }

  /** Whether a reissued clause skips an answered operation. */
  boolean leavesOut(int w, int op) {
    return repeated[w] != 0 && (repeated[w] >>> op - first(w, op) & 1) == 0;
  }

  /** Ends a clause; returns the clause to repeat, or -1. */
  int next(int w, int clause) {
    if (!possible) {
      return -1;
    }
    if (rounds.isOn(w)) {
      return rounds.next(w);
    }
    if (!rounds.isPolling(w)) {
      return -1;
    }
    repeated[w] = refused[w];
    refused[w] = 0;
    long again = lanes[w];
    lanes[w] = 0;
    if (repeated[w] == 0) {
      rounds.answered(w);
      return -1;
    }
    for (long m = repeated[w]; m != 0; m &= m - 1) {
      int op = table.firstOp[clause] + Long.numberOfTrailingZeros(m);
      wavefronts.repeat(w, table.memorySlot[op]);
    }
    return rounds.refused(w, clause, again);
  }
}
