// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.terascale.clause.ClauseTable;

/** The state of a compute unit's wavefronts, as arrays indexed by slot. */
final class WavefrontTable {
  private static final byte FREE = 0;
  private static final byte RUNNING = 1; // in a clause or pause whose end is known
  private static final byte MEMORY = 2; // waits for memory
  private static final byte BARRIER = 3;
  private static final byte READY = 4; // requests a port from its time on
  private static final byte ISSUING = 5; // holds the fetch port
  private static final byte LANDING = 6; // waits for data whose arrival tick is known

  /** Flag: the end of RUNNING is the end of a pause, not of a clause. */
  private static final int RESUMES = 1;

  /** Flag: the wavefront has passed its block's barrier. */
  private static final int PASSED = 2;

  /** Clause that each wavefront executes or starts next. */
  final int[] clause;

  private final byte[] phase;
  private final long[] at; // end of RUNNING and LANDING; start of READY
  private final long[] flags;
  private final int[] outstanding; // accesses without a response
  private final long[] latest; // tick of the latest response
  private ClauseTable table;

  WavefrontTable(int slots) {
    phase = new byte[slots];
    at = new long[slots];
    clause = new int[slots];
    flags = new long[slots];
    outstanding = new int[slots];
    latest = new long[slots];
  }

  void begin(ClauseTable program) {
    table = program;
  }

  void start(int w, long until) {
    outstanding[w] = 0;
    flags[w] = 0;
    clause[w] = table.first[0];
    pause(w, until);
  }

  /** Lets a wavefront pass its block's barrier and continue at a given tick. */
  void passBarrier(int w, long until) {
    flags[w] |= PASSED;
    pause(w, until);
  }

  /** Pauses a wavefront before its next clause until a given tick. */
  private void pause(int w, long until) {
    phase[w] = RUNNING;
    flags[w] |= RESUMES;
    at[w] = until;
  }

  void run(int w, long until) {
    move(w, RUNNING, until);
  }

  private void move(int w, byte to, long until) {
    phase[w] = to;
    flags[w] &= ~RESUMES;
    at[w] = until;
  }

  void want(int w, long from) {
    phase[w] = READY;
    at[w] = from;
  }

  void issue(int w, long tick) {
    phase[w] = ISSUING;
    latest[w] = tick;
  }

  void waitForMemory(int w) {
    phase[w] = MEMORY;
  }

  void waitAtBarrier(int w) {
    phase[w] = BARRIER;
  }

  void free(int w) {
    phase[w] = FREE;
  }

  /** Leaves a block and clears its barrier state. */
  void leaveBlock(int w) {
    flags[w] &= ~PASSED;
  }

  boolean hasPassed(int w) {
    return (flags[w] & PASSED) != 0;
  }

  /** Whether the end of a pause, not of a clause, has been reached. */
  boolean resumes(int w) {
    return (flags[w] & RESUMES) != 0;
  }

  boolean isDue(int w, long tick) {
    return (phase[w] == RUNNING || phase[w] == LANDING) && at[w] <= tick;
  }

  /** Whether a wavefront waits for data whose arrival tick is known. */
  boolean isLanding(int w) {
    return phase[w] == LANDING;
  }

  /** Whether a wavefront requests a given port at this tick. */
  boolean wants(int w, int port, long tick) {
    return phase[w] == READY && at[w] <= tick && table.port[clause[w]] == port;
  }

  /** Returns the tick at which a wavefront requested its port. */
  long since(int w) {
    return at[w];
  }

  /** Returns the wavefront that has waited longest, the lowest slot among equals; -1 if none. */
  int longestReady(int port, long tick) {
    int best = -1;
    long since = Long.MAX_VALUE;
    for (int w = 0; w < phase.length; w++) {
      if (at[w] < since && wants(w, port, tick)) {
        best = w;
        since = at[w];
      }
    }
    return best;
  }

  boolean isAnswered(int w) {
    return outstanding[w] == 0;
  }

  /**
   * Counts an issued access.
   *
   * @param tick tick of the response, or {@link MemoryUnit#PENDING} if a callback reports the
   *     response
   */
  void answers(int w, long tick) {
    if (tick == MemoryUnit.PENDING) {
      outstanding[w]++;
    } else {
      answerAt(w, tick);
    }
  }

  void answerAt(int w, long tick) {
    latest[w] = Math.max(latest[w], tick);
  }

  void forgetAnswers(int w, long tick) {
    latest[w] = tick;
  }

  /**
   * Records a response.
   *
   * @return the tick at which the wavefront continues; -1 if it does not wait or other responses
   *     are pending
   */
  long answered(int w, long tick, long now) {
    answerAt(w, tick);
    if (--outstanding[w] > 0 || phase[w] != MEMORY) {
      return -1;
    }
    move(w, LANDING, Math.max(latest[w], now + 1));
    return at[w];
  }

  /** Ends a clause: the wavefront waits for the end of its last issue and for its last result. */
  void await(int w, long issued) {
    answerAt(w, issued);
    if (outstanding[w] > 0) {
      phase[w] = MEMORY;
    } else {
      move(w, LANDING, latest[w]);
    }
  }

  ClauseIssueCause idleCause(long tick) {
    int waiting = 0;
    int switching = 0;
    int stopped = 0;
    int busy = 0;
    for (int w = 0; w < phase.length; w++) {
      switch (phase[w]) {
        case FREE -> {}
        case MEMORY, LANDING -> waiting++;
        case BARRIER -> stopped++;
        case READY -> {
          if (at[w] > tick) {
            switching++;
          } else {
            busy++;
          }
        }
        default -> busy++;
      }
    }
    if (waiting > 0) {
      return ClauseIssueCause.MEMORY;
    }
    if (switching > 0) {
      return ClauseIssueCause.CLAUSE_SWITCH;
    }
    if (stopped > 0) {
      return ClauseIssueCause.BARRIER;
    }
    return busy > 0 ? ClauseIssueCause.OTHER_PORT : ClauseIssueCause.NO_WAVEFRONT;
  }

  /** Returns the lowest slot whose wavefront has the given stall reason, or -1. */
  int first(ClauseIssueCause cause, long tick) {
    for (int w = 0; w < phase.length; w++) {
      boolean is =
          switch (phase[w]) {
            case FREE -> false;
            case MEMORY, LANDING -> cause == ClauseIssueCause.MEMORY;
            case BARRIER -> cause == ClauseIssueCause.BARRIER;
            case READY ->
                cause
                    == (at[w] > tick
                        ? ClauseIssueCause.CLAUSE_SWITCH
                        : ClauseIssueCause.OTHER_PORT);
            default -> cause == ClauseIssueCause.OTHER_PORT;
          };
      if (is) {
        return w;
      }
    }
    return -1;
  }

  /**
   * Returns the next tick after {@code tick} at which a state change is due. Operations refused for
   * lack of credit are not considered, because the return of a credit wakes the unit.
   *
   * @param freeAt tick at which each port is free
   * @return {@link Long#MAX_VALUE} for never
   */
  long nextDue(long tick, long[] freeAt) {
    long next = Long.MAX_VALUE;
    for (int w = 0; w < phase.length; w++) {
      long due;
      switch (phase[w]) {
        case RUNNING, LANDING -> due = at[w];
        case READY -> due = Math.max(at[w], portFree(table.port[clause[w]], freeAt));
        case ISSUING -> due = freeAt[IssuePorts.FETCH];
        default -> {
          continue;
        }
      }
      if (due > tick && due < next) {
        next = due;
      }
    }
    return next;
  }

  private static long portFree(int port, long[] freeAt) {
    return switch (port) {
      case ClauseTable.ALU -> Math.min(freeAt[0], freeAt[1]);
      case ClauseTable.FETCH -> freeAt[IssuePorts.FETCH];
      default -> freeAt[IssuePorts.STORE];
    };
  }
}
