package io.lockstep.terascale.issue;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.state.PartState;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.terascale.clause.ClauseTable;

/**
 * Where each wavefront of a compute unit stands: its clause, what it waits for and until when, as
 * columns by slot.
 */
final class WavefrontTable implements Stateful {
  private static final byte FREE = 0;
  private static final byte RUNNING = 1; // in a clause or a pause whose end is known
  private static final byte MEMORY = 2; // waits for memory
  private static final byte BARRIER = 3;
  private static final byte READY = 4; // wants a port from its time on
  private static final byte ISSUING = 5; // on the fetch port
  private static final byte LANDING = 6; // its data is on the way and its arrival known

  /** Of {@link #flags}: RUNNING ends without ending a clause. */
  private static final int RESUMES = 1;

  /** Of {@link #flags}: the block's barrier is behind it. */
  private static final int PASSED = 2;

  /** Clause that a wavefront is in or wants to start. */
  final int[] clause;

  private final PartState fields = new PartState();
  private final byte[] state;
  private final long[] at; // end of RUNNING and LANDING, or when READY counts from
  private final long[] flags;
  private final int[] outstanding; // accesses that have not been answered
  private final long[] latest; // tick of the last answer
  private ClauseTable table;

  /**
   * @param slots wavefronts that there may be
   */
  WavefrontTable(int slots) {
    state = fields.keep(new byte[slots]);
    at = fields.keep(new long[slots]);
    clause = fields.keep(new int[slots]);
    flags = fields.keep(new long[slots]);
    outstanding = fields.keep(new int[slots]);
    latest = fields.keep(new long[slots]);
  }

  /** A launch starts. */
  void begin(ClauseTable program) {
    table = program;
  }

  /** A wavefront starts: its first clause comes at a tick. */
  void start(int w, long until) {
    outstanding[w] = 0;
    flags[w] = 0;
    clause[w] = table.first[0];
    pause(w, until);
  }

  /** The barrier of a wavefront's block is behind it; it goes on at a tick. */
  void passBarrier(int w, long until) {
    flags[w] |= PASSED;
    pause(w, until);
  }

  /** A wavefront stands before its next clause until a tick. */
  private void pause(int w, long until) {
    state[w] = RUNNING;
    flags[w] |= RESUMES;
    at[w] = until;
  }

  /** A wavefront is in its clause until a tick. */
  void run(int w, long until) {
    move(w, RUNNING, until);
  }

  private void move(int w, byte to, long until) {
    state[w] = to;
    flags[w] &= ~RESUMES;
    at[w] = until;
  }

  /** A wavefront wants its clause's port from a tick on. */
  void want(int w, long from) {
    state[w] = READY;
    at[w] = from;
  }

  /** A wavefront is on the fetch port from now on. */
  void issue(int w, long tick) {
    state[w] = ISSUING;
    latest[w] = tick;
  }

  /** A wavefront waits for all of its answers. */
  void waitForMemory(int w) {
    state[w] = MEMORY;
  }

  /** A wavefront is at its block's barrier. */
  void waitAtBarrier(int w) {
    state[w] = BARRIER;
  }

  /** A wavefront has ended. */
  void free(int w) {
    state[w] = FREE;
  }

  /** A block is behind the wavefront, and so is the barrier at its end. */
  void leaveBlock(int w) {
    flags[w] &= ~PASSED;
  }

  boolean hasPassed(int w) {
    return (flags[w] & PASSED) != 0;
  }

  /** Whether its pause, and not its clause, is over. */
  boolean resumes(int w) {
    return (flags[w] & RESUMES) != 0;
  }

  /** Whether a clause, a pause or a wait for data whose end was known is over. */
  boolean isDue(int w, long tick) {
    return (state[w] == RUNNING || state[w] == LANDING) && at[w] <= tick;
  }

  /** Whether a wavefront waits for data whose arrival is known. */
  boolean isLanding(int w) {
    return state[w] == LANDING;
  }

  /** Whether a wavefront could have a port. */
  boolean wants(int w, int port, long tick) {
    return state[w] == READY && at[w] <= tick && table.port[clause[w]] == port;
  }

  /** Since when a wavefront has wanted its port. */
  long since(int w) {
    return at[w];
  }

  /** The wavefront that has waited longest for a port, among equals the first, or -1. */
  int longestReady(int port, long tick) {
    int best = -1;
    long since = Long.MAX_VALUE;
    for (int w = 0; w < state.length; w++) {
      if (at[w] < since && wants(w, port, tick)) {
        best = w;
        since = at[w];
      }
    }
    return best;
  }

  // ------------------------------------------------------------------ answers of memory

  boolean isAnswered(int w) {
    return outstanding[w] == 0;
  }

  /**
   * An access has been issued.
   *
   * @param tick of its answer, or {@link MemoryUnit#PENDING} where that will be told
   */
  void answers(int w, long tick) {
    if (tick == MemoryUnit.PENDING) {
      outstanding[w]++;
    } else {
      answerAt(w, tick);
    }
  }

  /** An answer comes at a tick that is known. */
  void answerAt(int w, long tick) {
    latest[w] = Math.max(latest[w], tick);
  }

  /** The next answer is the last so far. */
  void forgetAnswers(int w, long tick) {
    latest[w] = tick;
  }

  /**
   * An access is answered.
   *
   * @param tick of the answer
   * @param now the current tick
   * @return when the wavefront goes on if that is known now, or -1
   */
  long answered(int w, long tick, long now) {
    answerAt(w, tick);
    if (--outstanding[w] > 0 || state[w] != MEMORY) {
      return -1;
    }
    move(w, LANDING, Math.max(latest[w], now + 1));
    return at[w];
  }

  /** A clause whose last operation was issued by a tick is over when its last result is there. */
  void await(int w, long issued) {
    answerAt(w, issued);
    if (outstanding[w] > 0) {
      state[w] = MEMORY;
    } else {
      move(w, LANDING, latest[w]);
    }
  }

  // ------------------------------------------------------------------ all of them

  /** What ALU slots that issue nothing wait for. */
  ClauseIssueCause idleCause(long tick) {
    int waiting = 0;
    int switching = 0;
    int stopped = 0;
    int busy = 0;
    for (int w = 0; w < state.length; w++) {
      switch (state[w]) {
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

  /**
   * The wavefront of the lowest slot that {@link #idleCause} holds for, or -1: the one whose reason
   * it is.
   */
  int first(ClauseIssueCause cause, long tick) {
    for (int w = 0; w < state.length; w++) {
      boolean is =
          switch (state[w]) {
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
   * When something is due next, later than now; what could not be taken now (no credit) is woken
   * when a credit returns.
   *
   * @param freeAt when each issue port is free
   * @return {@link Long#MAX_VALUE} for never
   */
  long nextDue(long tick, long[] freeAt) {
    long next = Long.MAX_VALUE;
    for (int w = 0; w < state.length; w++) {
      long due;
      switch (state[w]) {
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

  @Override
  public void save(StateWriter out) {
    fields.save(out);
  }

  @Override
  public void load(StateReader in) {
    fields.load(in);
  }
}
