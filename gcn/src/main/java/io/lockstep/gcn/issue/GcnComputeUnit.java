// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.queue.Phase;
import io.lockstep.gcn.lowering.GcnKernel;
import io.lockstep.gcn.lowering.MatrixUnit;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule;
import io.lockstep.parts.cache.CodeFetch;
import io.lockstep.parts.cache.InstructionCache;
import io.lockstep.parts.counters.CycleRoof;
import io.lockstep.parts.counters.MatrixCounts;
import io.lockstep.parts.issue.OldestFirst;
import io.lockstep.parts.issue.PolicyPorts;
import io.lockstep.parts.issue.ReadyWavefronts;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.spi.stats.Totals;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A GCN-style compute unit whose SIMDs are each visited every {@code issue.visit_interval} clocks.
 *
 * <p>At a visit, at most one wavefront of the SIMD issues in each category (vector ALU, vector
 * memory, scalar ALU or scalar memory, LDS, branch), the oldest first unless {@code issue.policy}
 * selects another policy, and a wavefront issues at most one instruction (ROCm Compute Profiler
 * documentation, pipeline descriptions). Waits and barriers belong to no category.
 *
 * <p>Vector, scalar, LDS, branch and barrier instructions affect only this unit. The unit therefore
 * simulates these instructions ahead of the global clock, up to the next use of a shared resource
 * (vector memory, the end of a wavefront) and by at most {@code issue.run_ahead} clocks. Only uses
 * of shared resources need an event.
 *
 * <p>Caveats. If an external event (completion of a memory miss, a new group) makes a wavefront
 * ready while the unit is ahead, the wavefront only participates from the unit's own time on. A
 * unit that is ahead also fetches shared code lines earlier than its neighbours.
 */
final class GcnComputeUnit extends PathOwner {
  private static final long NEVER = SlotState.NEVER;
  private static final GcnIssueCause[] CAUSES = GcnIssueCause.values();

  private final VectorMemory vectorMemory;
  private final LocalData localData;
  private final RegionPath region; // null if the device has none
  private final ScalarMemory scalarMemory;
  private final CodeWalk walk;
  private final InstructionIssue instructions;
  private final IssueEvents events;
  private CodeFetch fetch; // null if instruction fetch is ideal
  private final int simds;
  private final int perSimd;

  // By wavefront slot (simd * perSimd + place). Aliases of the arrays of slots, for speed.
  private final long[] ready;
  private final byte[] why;
  private final byte[] state;

  // The following fields are indexed by SIMD.
  private final AgeOrder ages;
  private final int[] order; // alias of ages.order
  private final SimdTicks ticks;
  private final long[] nextLook; // alias of ticks.nextLook
  private final long[] free; // alias of ticks.free
  private final PolicyPorts others; // null for the default policy, oldest first
  private final IntPredicate isFree = this::isFree;
  private boolean running;
  private boolean disturbed; // during a visit: a wavefront other than the issuing one became ready
  private int nextSimd;
  private int placing;
  private final boolean inOneVisit;
  private long lastIssued;

  GcnComputeUnit(
      Cluster cluster, int index, UnitDesign design, MemorySide memory, ScalarCache sharedScalar) {
    super(cluster, index, design);
    DeviceSpec spec = design.spec();
    simds = timing.simds;
    perSimd = timing.waveSlots;
    inOneVisit = timing.inOneVisit;
    ready = slots.ready;
    why = slots.why;
    state = slots.mode;
    ages = new AgeOrder(simds, perSimd);
    order = ages.order;
    ticks = new SimdTicks(simds, timing.visit);
    nextLook = ticks.nextLook;
    free = ticks.free;
    others = PolicyPorts.unless(OldestFirst.NAME, spec, simds, perSimd);
    walk = new CodeWalk(this, simds * perSimd);
    vectorMemory = new VectorMemory(this, cluster, index, design, memory);
    localData = new LocalData(spec, timing);
    scalarMemory = new ScalarMemory(this, sharedScalar, spec.value("memory.arguments_base"));
    instructions = new InstructionIssue(this, walk, ticks, vectorMemory, localData, scalarMemory);
    region = memory.region() == null ? null : new RegionPath(this, cluster, index, memory.region());
    instructions.region(region);
    owns(vectorMemory.unit());
    if (scalarMemory.isOwner()) {
      ownsShared(sharedScalar.unit);
    }
    EventKind issue =
        cluster.kind(
            "unit.issue", Phase.WORK, (GcnComputeUnit u, long tick, int x) -> u.onIssue(tick));
    events = new IssueEvents(cluster.partition(), issue, component);
    remembers();
  }

  /** Connects an instruction cache, or null for ideal fetch, before the first launch. */
  GcnComputeUnit fetching(InstructionCache cache) {
    if (cache != null) {
      fetch = own.include(new CodeFetch(cache, simds * perSimd));
      instructions.fetching(fetch);
    }
    return this;
  }

  private void remembers() {
    own.include(instructions);
    own.include(vectorMemory);
    own.include(localData);
    own.include(scalarMemory);
  }

  @Override
  protected void begins(MachineKernel code) {
    if (fetch != null) {
      fetch.begin(code.kernel().name(), ((GcnKernel) code).codeAt);
    }
  }

  @Override
  protected void warmCode() {
    if (fetch != null) {
      fetch.warm();
    }
  }

  @Override
  protected void launchStarts(LaunchPlan plan) {
    GcnKernel code = (GcnKernel) plan.code();
    runs(code);
    counters.begin(code);
    ports.begin();
    walk.begin(code);
    instructions.begin(code, plan.geometry().groupSize() <= wavefronts.width());
    vectorMemory.begin(plan);
    scalarMemory.begin(plan);
    if (region != null) {
      region.begin(plan);
    }
  }

  @Override
  protected void groupStarted(int group, long tick) {
    placing = 0;
  }

  /** Places a group's wavefronts on the SIMDs in turn, beginning with the least occupied. */
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
    counters.clear(w);
    if (fetch != null) {
      fetch.started(w);
    }
    if (others != null) {
      others.at(s).started(w - s * perSimd);
    }
    ready[w] = tick + timing.startDelay + (long) timing.waveInterval * placing++ + walk.start(w);
    probe.starts(w, walk.pc[w], ready[w]);
    ports.started(s, tick, walk.pc[w]);
    wake(s, ready[w]);
  }

  @Override
  protected void barrierReleased(int w, long tick) {
    probe.passes(w, slots.barrier[w], tick + timing.barrier);
    goOn(w, tick + timing.barrier);
  }

  @Override
  protected void followed(WavefrontPaths wanted) {
    counters.follow(wanted != null);
    probe = wanted == null ? IssueProbe.NONE : IssuePaths.of(wanted, simds, timing.visit);
    instructions.observe(probe);
    scalarMemory.follow(wanted != null);
  }

  @Override
  void ended(int s, int w, long tick) {
    ages.remove(s, w);
    wavefrontEnded(w, tick);
    if (residentWavefronts() == 0) {
      ports.emptied(tick);
    }
  }

  @Override
  long flatLocal(Access access, int s, int i, LocalMemoryRule.Operation operation, long t) {
    return localData.flat(this, s, i, access, operation, t);
  }

  @Override
  void completed(int w, int cls, int place, long tick, Path path) {
    CompletionRing ring = counters.of(cls);
    ring.path(w, place, path);
    ring.complete(w, place, tick);
    recheck(w, ring);
  }

  /**
   * Continues a wavefront whose poll is complete: with the next instruction after success, with
   * another iteration of its loop after a refusal.
   */
  @Override
  void polled(int w, long refused, long tick, Path path) {
    probe.needs(w, path);
    int clocks = 0;
    if (refused == 0) {
      rounds.answered(w);
      clocks = walk.next(w);
    } else {
      int i = walk.pc[w];
      for (int k = code().slotStart[i]; k < code().slotStart[i + 1]; k++) {
        wavefronts.repeat(w, code().slots[k]);
      }
      walk.pc[w] = rounds.refused(w, i, refused);
    }
    goOn(w, Math.max(tick, cluster.partition().now()) + clocks);
  }

  /** Resumes a wavefront that waits for a counter, or for a free entry in a ring, if possible. */
  private void recheck(int w, CompletionRing ring) {
    long when = CompletionRing.UNKNOWN;
    if (state[w] == SlotState.WAITS_FOR_COUNTER) {
      when = counters.until(w, walk.pc[w]);
    } else if (state[w] == SlotState.WAITS_FOR_ROOM
        && counters.of(code().cls[walk.pc[w]]) == ring) {
      when = ring.when(w, ring.size(w) - 1);
    } else if (state[w] == SlotState.ENDS) {
      endsAt(w, counters.untilNone(w));
      return;
    }
    if (when != CompletionRing.UNKNOWN) {
      goOn(w, Math.max(when, cluster.partition().now()));
    }
  }

  /** Schedules the release of a finished wavefront if its tick is known. */
  private void endsAt(int w, long tick) {
    if (tick != CompletionRing.UNKNOWN) {
      disturbed = true;
      ready[w] = Math.max(tick, cluster.partition().now());
      wake(ages.simdOf(w), ready[w]);
    }
  }

  private void goOn(int w, long tick) {
    disturbed = true;
    slots.runs(w, tick);
    wake(ages.simdOf(w), tick);
  }

  @Override
  void accepting(long tick) {
    for (int w = 0; w < state.length; w++) {
      if (state[w] == SlotState.WAITS_FOR_UNIT) {
        probe.needs(w, vectorMemory.unit().cause());
        goOn(w, tick);
      }
    }
  }

  @Override
  void drained(long tick) {
    memoryDrained(tick);
  }

  /**
   * Schedules a visit of a SIMD at its first visit slot at or after a tick, or later if the SIMD is
   * busy; an earlier scheduled visit is kept.
   */
  private void wake(int s, long tick) {
    long at = ticks.visitAt(s, Math.max(tick, free[s * SimdTicks.FREES + SimdTicks.LOCAL]));
    nextLook[s] = Math.min(nextLook[s], at);
    if (!running) {
      events.at(at);
    }
  }

  /** Visits the SIMDs in order of time, ahead of the clock if possible. */
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
      limit = now + timing.runAhead; // run ahead only if a visit was due now
    }
    running = false;
    if (next != NEVER) {
      events.at(next);
    }
  }

  /** Visits a SIMD; returns false if the clock must catch up first. */
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
    long nextVector = NEVER; // does not consider that the vector ALU may be busy
    int count = ages.count(s);
    for (int k = 0; k < count; k++) {
      int w = order[base + k];
      if (ready[w] <= t && !instructions.isHeldBack(s, w, t)) {
        if (!instructions.issue(s, w, t, now)) {
          free[s * SimdTicks.FREES + SimdTicks.LOCAL] = t;
          return false;
        }
        if (ages.count(s) < count) {
          count--;
          k--;
          continue;
        }
        if (inOneVisit && goesOn(w, t)) {
          k--;
          continue;
        }
      }
      long r = ready[w];
      if (r < next || r < nextVector) {
        if (instructions.isVector(w)) {
          nextVector = Math.min(nextVector, r);
        } else {
          next = Math.min(next, r);
        }
      }
    }
    looked(s, t, disturbed ? nextVisit(s, t) : ticks.visitAfter(s, t, next, nextVector));
    return true;
  }

  /** Whether a wavefront, with ideal dependences, has issued and can issue again now. */
  private boolean goesOn(int w, long t) {
    long before = lastIssued;
    lastIssued = instructions.machineInstructions();
    return lastIssued > before && ready[w] <= t;
  }

  /** Schedules the next visit of a SIMD and sets its stall reason until then. */
  private void looked(int s, long t, long next) {
    int base = s * perSimd;
    free[s * SimdTicks.FREES + SimdTicks.LOCAL] = t + 1;
    nextLook[s] = next;
    if (next > t + timing.visit && free[s * SimdTicks.FREES + SimdTicks.VALU] < next) {
      if (ages.count(s) == 0) {
        ports.sleep(s, t + 1, GcnIssueCause.NO_WAVEFRONT, RowTicks.NONE);
      } else { // use the reason of the oldest wavefront
        int oldest = order[base];
        GcnIssueCause cause = CAUSES[why[oldest]];
        int row = cause == GcnIssueCause.BARRIER ? slots.barrier[oldest] : walk.pc[oldest];
        ports.sleep(s, t + 1, cause, row);
      }
    }
  }

  /** Visits a SIMD under another issue policy, which selects wavefronts one after another. */
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
      if (instructions.isHeldBack(s, base + place, t)) {
        continue;
      }
      long before = instructions.machineInstructions();
      if (!instructions.issue(s, base + place, t, now)) {
        free[s * SimdTicks.FREES + SimdTicks.LOCAL] = t;
        return false;
      }
      if (instructions.machineInstructions() > before) {
        queue.issued(place, t);
      }
    }
    looked(s, t, nextVisit(s, t));
    return true;
  }

  /** Returns the next visit at which a wavefront could issue, or NEVER. */
  private long nextVisit(int s, long t) {
    int base = s * perSimd;
    long next = NEVER;
    long nextVector = NEVER;
    int count = ages.count(s);
    for (int k = 0; k < count; k++) {
      int w = order[base + k];
      long r = ready[w];
      if (r < NEVER && instructions.isVector(w)) {
        nextVector = Math.min(nextVector, r);
      } else {
        next = Math.min(next, r);
      }
    }
    return ticks.visitAfter(s, t, next, nextVector);
  }

  @Override
  public List<CycleRoof> roofs() {
    return timing.matrix == MatrixUnit.NONE ? List.of() : List.of(MatrixCounts.ROOF);
  }

  @Override
  protected void addStatistics(long tick, Totals out) {
    instructions.statistics(out);
    vectorMemory.statistics(out);
    localData.counts().addTo(out);
    scalarMemory.statistics(out);
    if (fetch != null) {
      fetch.statistics(out);
    }
  }
}
