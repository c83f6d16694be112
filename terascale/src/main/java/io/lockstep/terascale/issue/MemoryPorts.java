// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.parts.region.RegionOperation;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.unit.FullLanes;
import io.lockstep.parts.unit.IssueAccount;
import io.lockstep.parts.unit.RegionUnit;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.terascale.clause.ClauseTable;

/**
 * The fetch and store ports of a compute unit. A fetch clause holds the fetch port until its last
 * fetch has issued; a write or an atomic holds the store port.
 */
abstract class MemoryPorts {
  private final UnitTimings timings;
  private final MemoryUnit memory;
  private final MemoryOperation operation;
  private final ClausePolls polls;
  private final LocalDataShare local;
  private final WavefrontTable waves;
  private final Wavefronts wavefronts;
  private final ClauseArbiter arbiter;
  private final IssueAccount account;
  private final FullLanes full; // null if lanes may be idle
  private final Counters count;
  private final long[] freeAt; // of the compute unit, by port
  private RegionUnit region; // null if the device has none
  private ClauseTable table;
  private ClauseProbe probe = ClauseProbe.NONE;
  private int fetching = -1;
  private int nextFetch;
  private boolean refused;
  private int refusedRow; // valid within one step

  MemoryPorts(UnitParts unit) {
    timings = unit.timings();
    memory = unit.storage().memory();
    operation = unit.storage().operation();
    polls = unit.storage().polls();
    local = unit.storage().local();
    waves = unit.residents().waves();
    wavefronts = unit.residents().wavefronts();
    arbiter = unit.residents().arbiter();
    account = unit.accounting().issue();
    full = unit.accounting().full();
    count = unit.accounting().count();
    freeAt = unit.freeAt();
  }

  abstract int group(int w);

  void begin(ClauseTable code) {
    table = code;
  }

  void region(RegionUnit unit) {
    region = unit;
  }

  void observe(ClauseProbe by) {
    probe = by;
  }

  void step(long tick) {
    refused = false;
    if (freeAt[IssuePorts.FETCH] <= tick) {
      fetch(tick);
    }
    if (freeAt[IssuePorts.STORE] <= tick) {
      store(tick);
    }
  }

  /** Sets the stall reason of idle ports from now on. */
  void attribute(long tick) {
    int quiet =
        refused ? ClauseIssueCause.CREDIT.ordinal() : ClauseIssueCause.NO_WAVEFRONT.ordinal();
    int quietRow = refused ? refusedRow : RowTicks.NONE;
    account.change(IssuePorts.FETCH, tick, quiet, quietRow);
    account.change(IssuePorts.STORE, tick, quiet, quietRow);
  }

  private void fetch(long tick) {
    if (fetching < 0) {
      int w = arbiter.choose(ClauseTable.FETCH, tick);
      if (w < 0) {
        return;
      }
      arbiter.issued(ClauseTable.FETCH, w, tick);
      fetching = w;
      nextFetch = nextFetch(w, table.firstOp[waves.clause[w]]);
      waves.issue(w, tick);
      probe.forgetsAnswers(w);
    }
    int w = fetching;
    long cycles = timings.fetchCycles;
    probe.turn(w, tick, table.rows.operation(nextFetch));
    if (table.owned[nextFetch] > 0) {
      cycles = owned(w, nextFetch, tick);
    } else if (!memory.canAccept()) {
      refused(nextFetch);
      return;
    } else if (table.memorySlot[nextFetch] >= 0
        || table.returned[nextFetch]
        || table.spill[nextFetch] >= 0) {
      cycles = operation.fetch(tick, w, group(w), nextFetch);
      long answer = operation.end();
      waves.answers(w, answer);
      probe.answers(w, answer, operation.token());
    }
    count.others(1);
    if (full != null) {
      cycles = Math.max(1, full.cost(IssuePorts.FETCH, cycles, wavefronts.mask(w)));
    }
    long free = tick + cycles;
    probe.issued(w, free, table.rows.operation(nextFetch));
    occupy(IssuePorts.FETCH, tick, free, ClauseIssueCause.ISSUED_FETCH.ordinal(), nextFetch);
    nextFetch = nextFetch(w, nextFetch + 1);
    if (nextFetch == table.firstOp[waves.clause[w] + 1]) {
      fetching = -1;
      waves.await(w, free);
    }
  }

  /** Returns the first operation from {@code from} on that has to issue, or the clause's end. */
  private int nextFetch(int w, int from) {
    int end = table.firstOp[waves.clause[w] + 1];
    int op = from;
    while (op < end && polls.leavesOut(w, op)) {
      op++;
    }
    return op;
  }

  /**
   * Fetches from R700's local memory. Like any fetch, this takes a cycle per four addresses, and
   * longer on bank conflicts. A read has the latency of a first-level cache hit, since both use the
   * same path.
   *
   * @return cycles of the fetch port
   */
  private long owned(int w, int op, long tick) {
    long cycles = Math.max(timings.fetchCycles, local.fetch(w, op));
    long answer = tick + cycles + (table.returns[op] ? timings.hit : 0);
    waves.answerAt(w, answer);
    probe.local(w, answer);
    return cycles;
  }

  private void store(long tick) {
    int w = arbiter.choose(ClauseTable.STORE, tick);
    if (w < 0) {
      return;
    }
    if (table.region[table.firstOp[waves.clause[w]]] >= 0) {
      region(w, tick);
      return;
    }
    if (!memory.canAccept()) {
      refused(table.firstOp[waves.clause[w]]);
      return;
    }
    arbiter.issued(ClauseTable.STORE, w, tick);
    int op = table.firstOp[waves.clause[w]];
    waves.forgetAnswers(w, tick);
    probe.forgetsAnswers(w);
    probe.turn(w, tick, table.rows.operation(op));
    int cycles = operation.store(tick, w, group(w), op);
    long answer = operation.end();
    if (!operation.isUnawaited()) {
      waves.answers(w, answer);
    }
    probe.answers(w, answer, operation.token());
    probe.issued(w, tick + cycles, table.rows.operation(op));
    count.others(1);
    occupy(IssuePorts.STORE, tick, tick + cycles, ClauseIssueCause.ISSUED_STORE.ordinal(), op);
    if (table.returns[op] || operation.isPoll()) {
      waves.await(w, tick + cycles);
    } else {
      waves.run(w, tick + cycles);
    }
  }

  /** Issues an operation of the region unit; the wavefront waits for the response. */
  private void region(int w, long tick) {
    arbiter.issued(ClauseTable.STORE, w, tick);
    int op = table.firstOp[waves.clause[w]];
    waves.forgetAnswers(w, tick);
    probe.forgetsAnswers(w);
    probe.turn(w, tick, table.rows.operation(op));
    region.issue(w, RegionOperation.of(table.region[op]), table.memorySlot[op], w);
    waves.answers(w, MemoryUnit.PENDING);
    long free = tick + timings.fetchCycles;
    probe.issued(w, free, table.rows.operation(op));
    count.others(1);
    occupy(IssuePorts.STORE, tick, free, ClauseIssueCause.ISSUED_STORE.ordinal(), op);
    waves.await(w, free);
  }

  private void occupy(int port, long from, long until, int cause, int op) {
    int row = table.rows.operation(op);
    account.change(port, from, cause, row);
    account.advance(port, until, cause, row);
    freeAt[port] = until;
  }

  /** Records that the memory unit refuses an operation; the last refused operation is reported. */
  private void refused(int op) {
    refused = true;
    refusedRow = table.rows.operation(op);
  }
}
