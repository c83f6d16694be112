// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.gcn.lowering.GcnKernel;
import io.lockstep.gcn.lowering.MatrixUnit;
import io.lockstep.parts.cache.CodeFetch;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.counters.MatrixCounts;
import io.lockstep.parts.unit.FullLanes;
import io.lockstep.parts.unit.MachineInstructions;
import io.lockstep.spi.path.PathResource;
import io.lockstep.spi.stats.Totals;

/** Issues instructions, which occupy units of the SIMD, wait counters and paths to memory. */
final class InstructionIssue extends CountingPart implements MachineInstructions {
  private static final long NEVER = SlotState.NEVER;

  private final PathOwner unit;
  private final IssueTiming timing;
  private final int visit;
  private final int step; // minimum clocks between instructions of a wavefront
  private final FullLanes full; // null if lanes may be idle
  private final SimdPorts ports;
  private final CodeWalk walk;
  private final SlotState slots;
  private final WaitCounters counters;
  private final SimdTicks ticks;
  private final VectorMemory vectorMemory;
  private final LocalData localData;
  private final ScalarMemory scalarMemory;
  private RegionPath region; // null if the device has none
  private CodeFetch fetch; // null if instruction fetch is ideal

  // Aliases of other parts' arrays, for speed.
  private final int[] pc;
  private final long[] ready;
  private final byte[] why;
  private final long[] free;
  private byte[] cls;
  private int[] offset;

  private IssueProbe probe = IssueProbe.NONE;
  private boolean oneWavefront;
  private final long[] count = own.counters(1);
  private final MatrixCounts matrices; // of chips with matrix cores

  InstructionIssue(
      PathOwner unit,
      CodeWalk walk,
      SimdTicks ticks,
      VectorMemory vectorMemory,
      LocalData localData,
      ScalarMemory scalarMemory) {
    this.unit = unit;
    this.walk = walk;
    this.ticks = ticks;
    this.vectorMemory = vectorMemory;
    this.localData = localData;
    this.scalarMemory = scalarMemory;
    timing = unit.timing;
    matrices = own.include(new MatrixCounts(timing.simds));
    visit = timing.visit;
    step = timing.inOneVisit ? 0 : visit;
    full = FullLanes.where(timing.ideals, timing.simds, unit.wavefronts().width());
    ports = unit.ports;
    slots = unit.slots;
    counters = unit.counters;
    pc = walk.pc;
    ready = slots.ready;
    why = slots.why;
    free = ticks.free;
  }

  void fetching(CodeFetch from) {
    fetch = from;
  }

  void region(RegionPath path) {
    region = path;
  }

  /**
   * @param oneWavefront whether the launch's groups consist of a single wavefront
   */
  void begin(GcnKernel code, boolean oneWavefront) {
    cls = code.cls;
    offset = code.offset;
    this.oneWavefront = oneWavefront;
  }

  void observe(IssueProbe by) {
    probe = by;
  }

  boolean isVector(int w) {
    return ClassCodes.isVector(cls[pc[w]]);
  }

  /**
   * Whether a wavefront's next instruction needs the vector ALU or the LDS while this unit is busy.
   * The test is cheap because most attempts to issue end here. If the LDS is busy, the test also
   * sets the tick of the next attempt.
   */
  boolean isHeldBack(int s, int w, long t) {
    int c = cls[pc[w]];
    if (ClassCodes.isVector(c)) {
      return free[s * SimdTicks.FREES + SimdTicks.VALU] > t;
    }
    if (ClassCodes.isLds(c)) {
      long at = localData.freeAt(s);
      if (at > t) {
        slots.waitsUntil(w, at, GcnIssueCause.CREDIT);
        return true;
      }
    }
    return false;
  }

  /**
   * Tries to issue a wavefront's next instruction at a tick.
   *
   * @param now current tick of the clock; the unit may be ahead
   * @return false if the clock must catch up first
   */
  boolean issue(int s, int w, long t, long now) {
    int i = pc[w];
    int c = cls[i];
    if (fetch != null && fetch.isCold(t)) {
      long there = fetch.there(w, i, t);
      if (there > t) {
        slots.waitsUntil(w, there, GcnIssueCause.FETCH);
        probe.held(w, i, there, PathResource.FIRST_LEVEL, there);
        return true;
      }
    }
    if (ClassCodes.isVector(c)) {
      vector(s, w, i, c, t);
    } else if (c == ClassCodes.SALU) {
      if (takes(s, SimdTicks.SCALAR, ports.scalar(s), GcnIssueCause.ISSUED_SALU, i, t)) {
        issued(w, i, t, t + timing.scalar);
      }
    } else if (c == ClassCodes.BRANCH) {
      if (takes(s, SimdTicks.BRANCHES, ports.branch(s), GcnIssueCause.ISSUED_BRANCH, i, t)) {
        count[0]++;
        ready[w] = t + walk.branch(w);
        probe.issued(w, i, t, ready[w]);
      }
    } else if (c == ClassCodes.WAITCNT) {
      waitCount(w, i, t);
    } else if (c == ClassCodes.NOP) {
      why[w] = (byte) GcnIssueCause.DEPENDENCY.ordinal();
      issued(w, i, t, t + (long) step * offset[i]);
    } else if (ClassCodes.isLds(c)) {
      lds(s, w, i, c, t);
    } else if (c == ClassCodes.BARRIER) {
      barrier(w, t);
    } else if (c == ClassCodes.SMEM) {
      scalarLoad(s, w, i, c, t);
    } else if (t > now) {
      return false;
    } else if (c == ClassCodes.END) {
      end(s, w, t);
    } else if (c == ClassCodes.REGION) {
      region(w, i, c, t);
    } else {
      memory(s, w, i, c, t);
    }
    return true;
  }

  /** Advances a wavefront, which may issue its next instruction from the tick {@code next}. */
  private void issued(int w, int i, long t, long next) {
    count[0]++;
    ready[w] = next + walk.next(w);
    probe.issued(w, i, t, ready[w]);
  }

  /** Occupies a scalar or branch unit of a SIMD for one visit; returns false if it is busy. */
  private boolean takes(int s, int which, int port, GcnIssueCause cause, int i, long t) {
    int k = s * SimdTicks.FREES + which;
    if (free[k] > t) {
      return false;
    }
    free[k] = t + visit;
    ports.issue(s, port, t, t + visit, cause, i);
    return true;
  }

  private void vector(int s, int w, int i, int c, long t) {
    int clocks = timing.valu[c];
    if (c == ClassCodes.MATRIX) {
      clocks = timing.matrix.vectorClocks(offset[i]);
      if (!matrix(s, w, i, t)) {
        return;
      }
    }
    probe.vector(s, w, free[s * SimdTicks.FREES + SimdTicks.VALU]);
    if (full != null) {
      clocks *= (int) full.cost(s, 1, unit.wavefronts().mask(w));
    }
    free[s * SimdTicks.FREES + SimdTicks.VALU] = t + clocks;
    GcnIssueCause cause =
        clocks > visit ? GcnIssueCause.ISSUED_VALU_SLOW : GcnIssueCause.ISSUED_VALU;
    ports.issue(s, ports.valu(s), t, t + clocks, cause, i);
    issued(w, i, t, t + step);
  }

  /** Occupies the matrix unit of a SIMD; returns false if it is busy. */
  private boolean matrix(int s, int w, int i, long t) {
    int unitOfSimd = s * SimdTicks.FREES + SimdTicks.MATRIX;
    if (free[unitOfSimd] > t) {
      slots.waitsUntil(w, free[unitOfSimd], GcnIssueCause.OTHER_PORT);
      return false;
    }
    probe.vector(s, w, free[unitOfSimd]);
    int clocks = timing.matrix.clocks(offset[i]);
    free[unitOfSimd] = t + clocks;
    matrices.add(timing.matrix.operations(offset[i]), clocks);
    return true;
  }

  private void waitCount(int w, int i, long t) {
    long when = counters.until(w, i);
    if (when == CompletionRing.UNKNOWN) {
      slots.waitsFor(w, SlotState.WAITS_FOR_COUNTER, counters.cause(w, i));
    } else if (when > t) {
      slots.waitsUntil(w, when, counters.cause(w, i));
    } else {
      probe.waited(w, counters, i);
      counters.retire(w, i);
      why[w] = (byte) GcnIssueCause.DEPENDENCY.ordinal();
      issued(w, i, t, t + step);
    }
  }

  private void scalarLoad(int s, int w, int i, int c, long t) {
    if (counters.of(c).isFull(w)) {
      if (ticks.isFree(s, SimdTicks.SCALAR, t)) {
        full(w, c, t);
      }
    } else if (takes(s, SimdTicks.SCALAR, ports.scalar(s), GcnIssueCause.ISSUED_SMEM, i, t)) {
      probe.turn(w, i, t);
      scalarMemory.load(w, i, t);
      issued(w, i, t, t + step);
    }
  }

  private void memory(int s, int w, int i, int c, long t) {
    if (vectorMemory.freeAt() > t) {
      slots.waitsUntil(w, vectorMemory.freeAt(), GcnIssueCause.CREDIT);
    } else if (counters.of(c).isFull(w)) {
      full(w, c, t);
    } else if (!vectorMemory.canAccept()) {
      slots.waitsFor(w, SlotState.WAITS_FOR_UNIT, GcnIssueCause.CREDIT);
    } else {
      probe.held(w, i, vectorMemory.freeAt(), PathResource.FIRST_LEVEL, t);
      vectorMemory.issue(s, w, i, t);
      if (unit.rounds.isPolling(w)) {
        polls(w, i, t);
      } else {
        issued(w, i, t, t + step);
      }
    }
  }

  private void polls(int w, int i, long t) {
    count[0]++;
    slots.waitsFor(w, SlotState.WAITS_FOR_POLL, GcnIssueCause.MEMORY);
    probe.issued(w, i, t, t + step);
  }

  private void lds(int s, int w, int i, int c, long t) {
    if (counters.of(c).isFull(w)) {
      full(w, c, t);
    } else {
      probe.held(w, i, localData.freeAt(s), PathResource.LOCAL_MEMORY, t);
      localData.issue(unit, s, w, i, t);
      issued(w, i, t, t + step);
    }
  }

  private void region(int w, int i, int c, long t) {
    if (counters.of(c).isFull(w)) {
      full(w, c, t);
    } else {
      probe.turn(w, i, t);
      region.issue(w, i);
      issued(w, i, t, t + step);
    }
  }

  private void full(int w, int c, long t) {
    CompletionRing ring = counters.of(c);
    int allowed = ring.size(w) - 1;
    long when = ring.when(w, allowed);
    if (when == CompletionRing.UNKNOWN) {
      slots.waitsFor(w, SlotState.WAITS_FOR_ROOM, GcnIssueCause.CREDIT);
      return;
    }
    if (when <= t) {
      probe.waited(w, ring, allowed);
      ring.retire(w, allowed);
    }
    slots.waitsUntil(w, Math.max(when, t + visit), GcnIssueCause.CREDIT);
  }

  private void barrier(int w, long t) {
    int i = pc[w];
    slots.barrier[w] = i;
    ready[w] = t + walk.next(w);
    probe.turn(w, i, t);
    if (oneWavefront) {
      return; // compilers remove barriers of single-wavefront groups
    }
    count[0]++;
    slots.waitsFor(w, SlotState.WAITS_AT_BARRIER, GcnIssueCause.BARRIER);
    unit.atBarrier(w, t);
  }

  private void end(int s, int w, long t) {
    int i = pc[w];
    if (slots.mode[w]
        == SlotState.ENDS) { // all lanes had ended; the outstanding operations are now complete
      probe.waitedForAll(w, counters);
      probe.turn(w, i, t);
      leaves(s, w, t);
      return;
    }
    count[0]++;
    probe.turn(w, i, t);
    int clocks = walk.end(w);
    if (clocks == CodeWalk.ENDED) {
      left(s, w, t);
    } else {
      ready[w] = t + visit + clocks;
      probe.issued(w, i, t, ready[w]);
    }
  }

  /**
   * Ends a wavefront. Its slot becomes free when all operations are complete, including stores
   * (S_ENDPGM implicitly executes S_WAITCNT 0).
   */
  private void left(int s, int w, long t) {
    if (timing.endWaits) {
      long when = counters.untilNone(w);
      if (when > t) {
        slots.waitsFor(w, SlotState.ENDS, GcnIssueCause.MEMORY);
        ready[w] = when; // NEVER if the completion is unknown
        return;
      }
      probe.waitedForAll(w, counters);
      probe.turn(w, pc[w], t);
    }
    leaves(s, w, t);
  }

  private void leaves(int s, int w, long t) {
    ready[w] = NEVER;
    unit.ended(s, w, t);
  }

  @Override
  public long machineInstructions() {
    return count[0];
  }

  void statistics(Totals out) {
    STATISTICS.write(this, out);
    if (timing.matrix != MatrixUnit.NONE) {
      matrices.statistics(out);
    }
  }
}
