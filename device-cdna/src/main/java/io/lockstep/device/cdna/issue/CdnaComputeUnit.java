package io.lockstep.device.cdna.issue;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.device.cdna.lowering.GcnKernel;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.device.LaunchPlan;
import io.lockstep.parts.issue.OldestFirst;
import io.lockstep.parts.issue.PolicyPorts;
import io.lockstep.parts.issue.ReadyWavefronts;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.stats.Totals;
import io.lockstep.parts.unit.Cluster;
import io.lockstep.parts.unit.MachineInstructions;
import io.lockstep.parts.wave.Wavefronts;
import java.util.function.IntPredicate;

/**
 * A GCN-style compute unit: four SIMDs, each looked at every fourth clock.
 *
 * <p>At a visit, of the SIMD's wavefronts at most one issues in each category (vector ALU, vector
 * memory, scalar ALU or scalar memory, LDS, branch), the oldest first unless {@code issue.policy}
 * says otherwise, and a wavefront issues at most one instruction (ROCm Compute Profiler
 * documentation, pipeline descriptions). Waits and barriers need no category.
 *
 * <p>Vector, scalar, LDS, branch and barrier instructions concern this unit only; so it runs ahead
 * of the clock through them, its SIMDs in order of time, up to its next use of what it shares with
 * others (vector memory, the end of a wavefront), at most {@link #AHEAD} clocks. An event is spent
 * on those uses only.
 *
 * <p>Caveats. A wavefront that something from outside makes ready (memory that missed, a new group)
 * while the unit is ahead takes part from where the unit is; until then the unit was busy with
 * others. Instruction fetch is not modelled. Not thread-safe.
 */
final class CdnaComputeUnit extends PathOwner implements MachineInstructions {
  private static final long NEVER = SlotState.NEVER;
  private static final int AHEAD = 48;
  private static final int WIDTH = 64;

  private static final Cause[] CAUSES = Cause.values();

  private final Timing timing;
  private final IssuePorts ports;
  private final VectorMemory vectorMemory;
  private final LocalData localData;
  private final ScalarMemory scalarMemory;
  private final IssueEvents events;
  private final int simds;
  private final int perSimd;

  private GcnKernel code;
  private byte[] cls;
  private boolean oneWavefront;

  // By wavefront slot; slot = simd * perSimd + place. The arrays of a part: every look reads them.
  private final SlotState slots;
  private final int[] pc;
  private final int[] end;
  private final long[] ready;
  private final byte[] why;
  private final byte[] state;
  private final WaitCounters counters;
  private final CompletionRing vm; // the counters'
  private final CompletionRing lgkm;

  // By SIMD.
  private final AgeOrder ages;
  private final int[] order; // the ages'
  private final SimdTicks ticks;
  private final long[] nextLook; // the ticks'
  private final long[] free; // the ticks'
  private final PolicyPorts others; // null: the oldest first
  private final IntPredicate isFree = this::isFree; // slots
  private boolean running;
  private boolean disturbed; // a look: another wavefront than the one that issues became ready
  private int nextSimd;
  private int placing;

  private long machineInstructions;

  CdnaComputeUnit(
      Cluster cluster, int index, DeviceSpec spec, MemorySide memory, ScalarCache sharedScalar) {
    super(cluster, index, IssuePorts.unit(spec, WIDTH));
    timing = new Timing(spec);
    simds = timing.simds;
    perSimd = timing.waveSlots;
    slots = new SlotState(simds * perSimd);
    pc = slots.pc;
    end = slots.end;
    ready = slots.ready;
    why = slots.why;
    state = slots.state;
    counters = new WaitCounters(simds * perSimd);
    vm = counters.vm;
    lgkm = counters.lgkm;
    ages = new AgeOrder(simds, perSimd);
    order = ages.order;
    ticks = new SimdTicks(simds);
    nextLook = ticks.nextLook;
    free = ticks.free;
    others = PolicyPorts.unless(OldestFirst.NAME, spec, simds, perSimd);
    ports = new IssuePorts(account, simds);
    vectorMemory = new VectorMemory(this, cluster, index, spec, memory);
    localData = new LocalData(spec, timing);
    scalarMemory = new ScalarMemory(this, sharedScalar, spec.value("memory.arguments_base"));
    owns(vectorMemory.unit());
    if (scalarMemory.isOwner()) {
      owns(sharedScalar.unit);
    }
    EventKind issue =
        cluster.kind(
            "unit.issue", Phase.WORK, (CdnaComputeUnit u, long tick, int x) -> u.onIssue(tick));
    events = new IssueEvents(cluster.partition(), issue, component);
  }

  // ------------------------------------------------------------------ parts look in here

  @Override
  Wavefronts wavefronts() {
    return wavefronts;
  }

  @Override
  GcnKernel code() {
    return code;
  }

  @Override
  Timing timing() {
    return timing;
  }

  /** A flat access that goes to the LDS; answers the tick at which it is complete. */
  @Override
  long flatLocal(Access access, int w, boolean write, boolean atomic, long t) {
    return localData.flat(this, ages.simdOf(w), access, write, atomic, t);
  }

  @Override
  IssuePorts ports() {
    return ports;
  }

  @Override
  CompletionRing vm() {
    return vm;
  }

  @Override
  CompletionRing lgkm() {
    return lgkm;
  }

  // ------------------------------------------------------------------ from the frame

  @Override
  protected void launchStarts(LaunchPlan plan) {
    code = (GcnKernel) plan.code();
    cls = code.cls;
    counters.begin(code);
    oneWavefront = plan.geometry().groupSize() <= WIDTH;
    vectorMemory.begin(plan);
    scalarMemory.begin(plan);
  }

  @Override
  protected void groupStarted(int group, long tick) {
    placing = 0;
  }

  /** Wavefronts of a group go to the SIMDs in turn, beginning with the least occupied. */
  @Override
  protected int chooseSlot(int group, int number) {
    int w = ages.place(nextSimd, isFree);
    nextSimd = (ages.simdOf(w) + 1) % simds;
    slots.placed(w);
    return w;
  }

  @Override
  protected void wavefrontStarted(int w, long tick) {
    disturbed = true;
    int s = ages.simdOf(w);
    ports.started(s, tick);
    counters.clear(w);
    if (others != null) {
      others.at(s).started(w - s * perSimd);
    }
    enter(w, 0);
    ready[w] = tick + timing.startDelay + (long) timing.waveInterval * placing++;
    skipEmpty(w);
    wake(s, ready[w]);
  }

  @Override
  protected void barrierReleased(int w, long tick) {
    goOn(w, tick + timing.barrier);
  }

  // ------------------------------------------------------------------ from memory

  /** A vector memory operation is complete. */
  @Override
  void vectorCompleted(int w, int place, long tick) {
    vm.complete(w, place, tick);
    recheck(w, tick, SlotState.WAITS_FOR_VM_ROOM, vm);
  }

  /** A scalar load is complete. */
  @Override
  void scalarCompleted(int w, int place, long tick) {
    lgkm.complete(w, place, tick);
    recheck(w, tick, SlotState.WAITS_FOR_LGKM_ROOM, lgkm);
  }

  /** A wavefront that waits for a counter, or for room in one, may be able to go on. */
  private void recheck(int w, long tick, byte roomState, CompletionRing ring) {
    long when = CompletionRing.UNKNOWN;
    if (state[w] == SlotState.WAITS_FOR_COUNTER) {
      when = counters.until(w, pc[w]);
    } else if (state[w] == roomState) {
      when = ring.when(w, ring.size(w) - 1);
    }
    if (when != CompletionRing.UNKNOWN) {
      goOn(w, Math.max(when, cluster.partition().now()));
    }
  }

  private void goOn(int w, long tick) {
    disturbed = true;
    state[w] = SlotState.RUNS;
    ready[w] = tick;
    wake(ages.simdOf(w), tick);
  }

  /** The vector memory unit takes instructions again. */
  @Override
  void accepting(long tick) {
    for (int w = 0; w < state.length; w++) {
      if (state[w] == SlotState.WAITS_FOR_UNIT) {
        goOn(w, tick);
      }
    }
  }

  @Override
  void drained(long tick) {
    memoryDrained(tick);
  }

  // ------------------------------------------------------------------ issue

  /** Makes sure the SIMD is looked at by a tick. */
  private void wake(int s, long tick) {
    long at = SimdTicks.visitAt(s, Math.max(tick, free[s * SimdTicks.FREES + SimdTicks.LOCAL]));
    nextLook[s] = Math.min(nextLook[s], at);
    if (!running) {
      events.at(at);
    }
  }

  /** Looks at the SIMDs in order of time, ahead of the clock where it may. */
  private void onIssue(long now) {
    events.come(now);
    running = true;
    long limit = now;
    long next;
    while (true) {
      int s = 0;
      next = nextLook[0];
      for (int k = 1; k < simds; k++) {
        if (nextLook[k] < next) {
          next = nextLook[k];
          s = k;
        }
      }
      if (next > limit || !look(s, next, now)) {
        break;
      }
      limit = now + AHEAD; // but nothing to run ahead from where nothing was due
    }
    running = false;
    if (next != NEVER) {
      events.at(next);
    }
  }

  /** One look at a SIMD; false where the clock has to come first. */
  private boolean look(int s, long t, long now) {
    int base = s * perSimd;
    if (ports.isAsleep(s)) {
      ports.awake(s, t);
    }
    disturbed = false;
    if (others != null) {
      return lookInOrderOf(others.at(s), s, t, now);
    }
    long next = NEVER;
    long nextVector = NEVER; // as if the vector ALU were free
    int count = ages.count(s);
    for (int k = 0; k < count; k++) {
      int w = order[base + k];
      if (ready[w] <= t && !isHeldBack(s, w, t)) {
        if (!issue(s, w, t, now)) {
          free[s * SimdTicks.FREES + SimdTicks.LOCAL] = t;
          return false;
        }
        if (ages.count(s) < count) {
          count--;
          k--;
          continue;
        }
      }
      long r = ready[w];
      if (r < next || r < nextVector) {
        if (cls[pc[w]] <= ClassCodes.VALU_END) {
          nextVector = Math.min(nextVector, r);
        } else {
          next = Math.min(next, r);
        }
      }
    }
    looked(s, t, disturbed ? nextVisit(s, t) : ticks.visitAfter(s, t, next, nextVector));
    return true;
  }

  /** Notes when the SIMD is looked at next, and what it waits for until then. */
  private void looked(int s, long t, long next) {
    int base = s * perSimd;
    free[s * SimdTicks.FREES + SimdTicks.LOCAL] = t + 1;
    nextLook[s] = next;
    if (next > t + Timing.VISIT && free[s * SimdTicks.FREES + SimdTicks.VALU] < next) {
      // What the oldest waits for stands for all.
      ports.sleep(s, t + 1, ages.count(s) == 0 ? Cause.NO_WAVEFRONT : CAUSES[why[order[base]]]);
    }
  }

  /** A look in the order of another policy: it is asked again for each wavefront. */
  private boolean lookInOrderOf(ReadyWavefronts queue, int s, long t, long now) {
    int base = s * perSimd;
    queue.clear();
    for (int k = 0; k < ages.count(s); k++) {
      int w = order[base + k];
      if (ready[w] <= t) {
        queue.add(w - base, ready[w]);
      }
    }
    while (queue.count() > 0) {
      int place = queue.pick();
      queue.remove(place);
      if (isHeldBack(s, base + place, t)) {
        continue;
      }
      long before = machineInstructions;
      if (!issue(s, base + place, t, now)) {
        free[s * SimdTicks.FREES + SimdTicks.LOCAL] = t;
        return false;
      }
      if (machineInstructions > before) {
        queue.issued(place, t);
      }
    }
    looked(s, t, nextVisit(s, t));
    return true;
  }

  /**
   * Whether a wavefront's next instruction needs the vector ALU or the LDS, and that is busy: most
   * tries of a busy unit end here, so the answer is cheap. Says when to try again.
   */
  private boolean isHeldBack(int s, int w, long t) {
    int c = cls[pc[w]];
    if (c <= ClassCodes.VALU_END) {
      return free[s * SimdTicks.FREES + SimdTicks.VALU] > t;
    }
    if (c > ClassCodes.VMEM_LAST && c <= ClassCodes.LDS_LAST) {
      long at = localData.freeAt(s);
      if (at > t) {
        why[w] = (byte) Cause.CREDIT.ordinal();
        ready[w] = at;
        return true;
      }
    }
    return false;
  }

  /** The next visit at which a wavefront could issue, or NEVER. */
  private long nextVisit(int s, long t) {
    int base = s * perSimd;
    long next = NEVER;
    long nextVector = NEVER;
    int count = ages.count(s);
    for (int k = 0; k < count; k++) {
      int w = order[base + k];
      long r = ready[w];
      if (r < NEVER && cls[pc[w]] <= ClassCodes.VALU_END) {
        nextVector = Math.min(nextVector, r);
      } else {
        next = Math.min(next, r);
      }
    }
    return ticks.visitAfter(s, t, next, nextVector);
  }

  /** Tries to issue a wavefront's next instruction; false where the clock must come first. */
  private boolean issue(int s, int w, long t, long now) {
    int i = pc[w];
    int c = cls[i];
    if (c <= ClassCodes.VALU_END) {
      int clocks = timing.valu[c];
      free[s * SimdTicks.FREES + SimdTicks.VALU] = t + clocks;
      ports.use(
          ports.valu(s),
          t,
          t + clocks,
          clocks > Timing.VISIT ? Cause.ISSUED_VALU_SLOW : Cause.ISSUED_VALU);
      ready[w] = t + Timing.VISIT;
      step(w, t);
    } else if (c == ClassCodes.SALU) {
      if (free[s * SimdTicks.FREES + SimdTicks.SCALAR] > t) {
        return true;
      }
      free[s * SimdTicks.FREES + SimdTicks.SCALAR] = t + Timing.VISIT;
      ports.use(ports.scalar(s), t, t + Timing.VISIT, Cause.ISSUED_SALU);
      ready[w] = t + timing.scalar;
      step(w, t);
    } else if (c == ClassCodes.BRANCH) {
      if (free[s * SimdTicks.FREES + SimdTicks.BRANCHES] > t) {
        return true;
      }
      free[s * SimdTicks.FREES + SimdTicks.BRANCHES] = t + Timing.VISIT;
      ports.use(ports.branch(s), t, t + Timing.VISIT, Cause.ISSUED_BRANCH);
      branch(w, i, t);
    } else if (c == ClassCodes.WAITCNT) {
      long when = counters.until(w, i);
      why[w] = (byte) counters.cause(i).ordinal();
      if (when == CompletionRing.UNKNOWN) {
        ready[w] = NEVER;
        state[w] = SlotState.WAITS_FOR_COUNTER;
      } else if (when > t) {
        ready[w] = when;
      } else {
        counters.retire(w, i);
        ready[w] = t + Timing.VISIT;
        why[w] = (byte) Cause.DEPENDENCY.ordinal();
        step(w, t);
      }
    } else if (c > ClassCodes.VMEM_LAST && c <= ClassCodes.LDS_LAST) {
      lds(s, w, i, t);
    } else if (c == ClassCodes.BARRIER) {
      barrierReached(w, t);
    } else if (c == ClassCodes.SMEM) {
      scalarLoad(s, w, i, t);
    } else if (t > now) {
      return false;
    } else if (c == ClassCodes.END) {
      machineInstructions++;
      end(s, w, t);
    } else {
      memory(w, i, t);
    }
    return true;
  }

  private void scalarLoad(int s, int w, int i, long t) {
    if (free[s * SimdTicks.FREES + SimdTicks.SCALAR] > t) {
      return;
    }
    if (lgkm.isFull(w)) {
      full(w, lgkm, t);
      return;
    }
    free[s * SimdTicks.FREES + SimdTicks.SCALAR] = t + Timing.VISIT;
    ports.use(ports.scalar(s), t, t + Timing.VISIT, Cause.ISSUED_SMEM);
    scalarMemory.load(w, i, t);
    ready[w] = t + Timing.VISIT;
    step(w, t);
  }

  private void memory(int w, int i, long t) {
    if (vectorMemory.freeAt() > t) {
      why[w] = (byte) Cause.CREDIT.ordinal();
      ready[w] = vectorMemory.freeAt();
      return;
    }
    if (vm.isFull(w) || !vectorMemory.canAccept()) {
      full(w, vm, t);
      return;
    }
    vectorMemory.issue(w, i, t);
    ready[w] = t + Timing.VISIT;
    step(w, t);
  }

  private void lds(int s, int w, int i, long t) {
    if (lgkm.isFull(w)) {
      full(w, lgkm, t);
      return;
    }
    localData.issue(this, s, w, i, t);
    ready[w] = t + Timing.VISIT;
    step(w, t);
  }

  /** Waits until the counter, or if that has room the vector memory unit, takes one more. */
  private void full(int w, CompletionRing ring, long t) {
    why[w] = (byte) Cause.CREDIT.ordinal();
    if (!ring.isFull(w)) {
      ready[w] = NEVER;
      state[w] = SlotState.WAITS_FOR_UNIT;
      return;
    }
    int allowed = ring.size(w) - 1;
    long when = ring.when(w, allowed);
    if (when == CompletionRing.UNKNOWN) {
      ready[w] = NEVER;
      state[w] = ring == vm ? SlotState.WAITS_FOR_VM_ROOM : SlotState.WAITS_FOR_LGKM_ROOM;
      return;
    }
    if (when <= t) {
      ring.retire(w, allowed);
    }
    ready[w] = Math.max(when, t + Timing.VISIT);
  }

  /** Goes on to the next instruction of a wavefront. */
  private void step(int w, long t) {
    machineInstructions++;
    if (++pc[w] == end[w]) {
      nextBlock(w);
    }
  }

  private void nextBlock(int w) {
    enter(w, wavefronts.advance(w));
    skipEmpty(w);
  }

  private void enter(int w, int flags) {
    if ((flags & Wavefronts.DIVERGED) != 0) {
      countDivergence();
    }
    int block = wavefronts.block(w);
    pc[w] = code.blockStart[block];
    end[w] = code.blockStart[block + 1];
  }

  /** Blocks without instructions: a jump out of one was folded into the branch before it. */
  private void skipEmpty(int w) {
    while (pc[w] == end[w]) {
      int flags = wavefronts.advance(w);
      if ((flags & Wavefronts.JUMPED) != 0) {
        ready[w] += timing.branchTaken - timing.branchNotTaken;
      }
      enter(w, flags);
    }
  }

  private void branch(int w, int i, long t) {
    machineInstructions++;
    ready[w] = t + timing.branchNotTaken;
    if (++pc[w] < end[w]) {
      return; // between two sides
    }
    int block = wavefronts.block(w);
    enter(w, wavefronts.advance(w));
    if (wavefronts.block(w) != block + 1) {
      ready[w] = t + timing.branchTaken;
    }
    skipEmpty(w);
  }

  private void barrierReached(int w, long t) {
    ready[w] = t;
    if (++pc[w] == end[w]) {
      nextBlock(w);
    }
    if (oneWavefront) {
      return; // the compiler drops it
    }
    machineInstructions++;
    ready[w] = NEVER;
    state[w] = SlotState.WAITS_AT_BARRIER;
    why[w] = (byte) Cause.BARRIER.ordinal();
    barrier(w, t);
  }

  private void end(int s, int w, long t) {
    int flags = wavefronts.advance(w);
    if ((flags & Wavefronts.ENDED) == 0) {
      ready[w] = t + Timing.VISIT;
      enter(w, flags);
      skipEmpty(w);
      return;
    }
    ready[w] = NEVER;
    ages.remove(s, w);
    wavefrontEnded(w, t);
    if (residentWavefronts() == 0) {
      ports.emptied(t);
    }
  }

  // ------------------------------------------------------------------ statistics and state

  @Override
  protected void addStatistics(long tick, Totals out) {
    MachineInstructions.STATISTICS.write(this, out);
    vectorMemory.statistics(out);
    localData.statistics(out);
    scalarMemory.statistics(out);
  }

  @Override
  public long machineInstructions() {
    return machineInstructions;
  }

  @Override
  protected void resetOwnStatistics(long tick) {
    machineInstructions = 0;
    vectorMemory.resetStatistics();
    localData.resetStatistics();
  }

  @Override
  protected void saveOwn(StateWriter out) {
    slots.save(out);
    counters.save(out);
    ages.save(out);
    ticks.save(out);
    events.save(out);
    out.writeInt(nextSimd);
    out.writeInt(placing);
    ports.save(out);
    out.writeLong(machineInstructions);
    if (others != null) {
      others.save(out);
    }
    vectorMemory.save(out);
    localData.save(out);
    scalarMemory.save(out);
  }

  @Override
  protected void loadOwn(StateReader in) {
    slots.load(in);
    counters.load(in);
    ages.load(in);
    ticks.load(in);
    events.load(in);
    nextSimd = in.readInt();
    placing = in.readInt();
    ports.load(in);
    machineInstructions = in.readLong();
    if (others != null) {
      others.load(in);
    }
    vectorMemory.load(in);
    localData.load(in);
    scalarMemory.load(in);
  }
}
