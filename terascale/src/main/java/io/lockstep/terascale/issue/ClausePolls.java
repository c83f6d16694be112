// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.parts.unit.PollRounds;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.terascale.clause.ClauseTable;

/**
 * Models the polling loops of a compute unit's wavefronts. A wavefront stays in the clause of a
 * poll until all responses have arrived. If the polled word does not have the awaited value, the
 * poll is refused: the wavefront executes the loop's ALU clauses once and then reissues the refused
 * operations.
 */
final class ClausePolls {
  private static final int NOTHING = 0;
  private static final int UNAWAITED = -1;

  private final Wavefronts wavefronts;
  private final PollRounds rounds;
  private final int[] operation; // by token: operation of the poll, plus one
  private final long[] refused; // by wavefront: bit mask of the clause's refused operations
  private final long[] repeated; // by wavefront: bit mask of operations to reissue; 0 for all
  private final long[] lanes; // by wavefront: refused lanes
  private ClauseTable table;
  private PollLoops loops;
  private boolean possible;

  ClausePolls(Wavefronts wavefronts, int tokens) {
    this.wavefronts = wavefronts;
    rounds = new PollRounds(wavefronts.slots());
    operation = new int[tokens];
    refused = new long[wavefronts.slots()];
    repeated = new long[wavefronts.slots()];
    lanes = new long[wavefronts.slots()];
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

  /** Returns the memory slot of a clause's first poll, otherwise of its first operation. */
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

  /** Marks a write to a polled word for whose acknowledgement the wavefront does not wait. */
  void unawaited(int token) {
    operation[token] = UNAWAITED;
  }

  /**
   * Records the completion of an access.
   *
   * @param refusedLanes lanes whose poll was refused
   * @return whether the wavefront waits for this access
   */
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

  /** Returns the lanes for which an atomic is issued; 0 for all lanes. */
  long lanes(int w) {
    return rounds.lanes(w);
  }

  /** Whether a reissued clause skips an operation that already has a response. */
  boolean leavesOut(int w, int op) {
    return repeated[w] != 0 && (repeated[w] >>> op - first(w, op) & 1) == 0;
  }

  /** Ends a wavefront's clause; returns the clause to repeat, or -1. */
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
