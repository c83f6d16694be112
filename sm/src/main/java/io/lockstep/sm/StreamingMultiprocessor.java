// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.queue.Phase;
import io.lockstep.kernel.analysis.NamedBarrier;
import io.lockstep.parts.counters.CycleRoof;
import io.lockstep.parts.counters.LocalMemoryCounts;
import io.lockstep.parts.counters.MatrixCounts;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.texture.TextureCounts;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.stats.Totals;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A streaming multiprocessor of four sub-partitions, each of which issues an instruction of one of
 * its warps in a clock.
 *
 * <p>The code guarantees dependences: a warp waits for the stall count of its last instruction and
 * for the counters in the wait mask of its next one; nothing else is checked. A sub-partition
 * prefers the warp that issued last, then the youngest.
 *
 * <p>Source: Huerta, Abaie Shoushtary, Cruz, González, "Dissecting and Modeling the Architecture of
 * Modern GPU Cores", MICRO 2025. Not thread-safe.
 */
final class StreamingMultiprocessor extends WarpUnit {
  private static final long NEVER = WarpTable.NEVER;
  private static final Pipe[] PIPES = Pipe.values();

  private final SmConfig config;
  private final int partitions;
  private final WarpOrder order;
  private final CopyGroups copies;
  private final SmBarriers barriers;
  private final WideFences fences;
  private final Pipes pipes;
  private final SmMemory memory;
  private final MemoryUnit globalUnit;
  private final MemoryUnit constantUnit;
  private final IssueWaits waits;
  private final Execution execution;
  private final IssueEvents events;
  private final IssueChoice choice;
  private final RegisterBanks banks;
  private final MatrixCounts matrices;
  private final IntPredicate isFree = this::isFree;
  private final long[] next; // of events
  private final long[] portFree; // of events
  private final int branchLatency;
  private final int barrierLatency;
  private SmProbe probe = SmProbe.NONE;
  private SassCode code;

  StreamingMultiprocessor(Cluster cluster, int index, MemorySide side, SmConfig config) {
    super(cluster, index, config.unit);
    this.config = config;
    partitions = config.partitions;
    int slots = config.unit.wavefronts();
    order = new WarpOrder(slots, partitions);
    copies = new CopyGroups(slots);
    pipes = new Pipes(config);
    banks = new RegisterBanks(partitions, config.spec.integer("registers.window"));
    String path = "cu[" + index + "].";
    globalUnit =
        owns(new MemoryUnit(cluster, path + "memory", index, config.firstLevel, side, listener(0)));
    constantUnit =
        owns(
            new MemoryUnit(cluster, path + "constant", index, config.constants, side, listener(1)));
    MemoryQueues queues = own.include(new MemoryQueues(config, pipes));
    barriers = new SmBarriers(wavefronts, warps, copies, this::resume);
    boolean wide = config.spec.flag("issue.fence_shared");
    fences = wide ? new WideFences(slots, config.firstLevel.tokens(), this::resume) : null;
    SmMemory.Warps all = new SmMemory.Warps(warps, order, queues, copies, barriers, fences);
    memory =
        own.include(
            new SmMemory(
                config, wavefronts, all, globalUnit, constantUnit, rounds, (long) index * slots));
    branchLatency = config.latency("issue.branch_latency");
    barrierLatency = config.latency("issue.barrier_latency");
    matrices = own.include(new MatrixCounts(partitions));
    execution = new Execution(config, all, pipes, memory, clocks, matrices);
    // Registered after the kinds of the memory units, so that an issue sees all data of its tick.
    EventKind issue =
        cluster
            .kind(
                "warp.issue",
                Phase.WORK,
                (StreamingMultiprocessor m, long tick, int x) -> m.onWake(tick))
            .repeatable();
    events = new IssueEvents(partitions, cluster.partition(), issue, component);
    next = events.next;
    portFree = events.portFree;
    MemoryUnit[] units = {globalUnit, constantUnit};
    choice = new IssueChoice(config, all, pipes, events, units);
    waits = own.include(new IssueWaits(config, account, warps, pipes, events));
  }

  @Override
  protected void accepting(int unit, long tick) {
    probe.accepts(unit);
    pipes.unit(unit == 0 ? Pipes.FIRST_LEVEL : Pipes.CONSTANTS, tick);
    for (int p = 0; p < partitions; p++) {
      events.wake(p, tick);
    }
  }

  @Override
  protected void begins(MachineKernel code) {
    waits.begins((SassCode) code);
  }

  @Override
  protected void warmCode() {
    waits.warmCode();
  }

  @Override
  public int storeBlock() {
    return globalUnit.cache().config().sectorBytes();
  }

  @Override
  protected void launchStarts(LaunchPlan plan) {
    code = (SassCode) plan.code();
    warps.begin(code);
    globalUnit.cache().limit(config.occupancy.ways(plan));
    execution.begin(code, plan);
    pipes.begin(code);
    waits.begin(code);
    beginRounds(code, code.slot, row -> code.isRepeated(row, wavefronts.pollLoops()));
  }

  @Override
  protected void followed(WavefrontPaths wanted) {
    MemoryUnit[] units = {globalUnit, constantUnit};
    SmMemory.Warps all = new SmMemory.Warps(warps, order, null, copies, barriers, fences);
    probe = wanted == null ? SmProbe.NONE : new SmPaths(wanted, all, units, () -> code);
  }

  @Override
  protected int chooseSlot(int group, int number) {
    return order.place(isFree);
  }

  @Override
  protected void wavefrontStarted(int warp, long tick) {
    int p = order.partition(warp);
    if (order.isFirst(warp)) {
      account.advance(p, tick, SmIssueCause.NO_WAVEFRONT.ordinal());
    }
    warps.started(warp, tick);
    if (code.hasBarriers) {
      barriers.started(warp, tick);
    }
    copies.started(warp);
    clocks.started(warp);
    waits.started(p, warp);
    choice.started(p, warp);
    probe.started(warp);
    enterBlock(code, warp);
    prepare(warp, tick);
  }

  @Override
  protected void barrierReleased(int warp, long tick) {
    warps.holds(warp, tick + barrierLatency, SmIssueCause.BARRIER);
    int row = warps.row(warp);
    probe.passes(warp, row, warps.floor(warp));
    warps.row(warp, row + 1);
    prepare(warp, tick);
  }

  /** Advances a warp to its next row, across ends of blocks, or ends it. */
  private void prepare(int warp, long tick) {
    int before = warps.row(warp) - 1; // the row that was issued last
    while (warps.isAtEnd(warp)) {
      int flags = leaveBlock(code, warp);
      if (flags == ENDS) {
        leave(warp, tick);
        return;
      }
      if (flags == MEETS) {
        synchronise(warp, tick, before);
      }
    }
    if (warps.row(warp) != before + 1) {
      warps.holds(warp, tick + branchLatency, SmIssueCause.BRANCH_RESOLVING);
    }
    ready(warp);
  }

  /** Issues the BSYNC of a further side. */
  private void synchronise(int warp, long tick, int row) {
    int p = order.partition(warp);
    instructions[0]++;
    portFree[p] = Math.max(portFree[p], tick) + 1;
    account.advance(p, portFree[p], SmIssueCause.SELECTED_BRANCH.ordinal(), Math.max(0, row));
    warps.holds(warp, portFree[p], SmIssueCause.WAIT);
  }

  private void leave(int warp, long tick) {
    warps.ready[warp] = NEVER;
    order.remove(warp);
    if (code.hasBarriers) {
      barriers.ended(warp);
    }
    wavefrontEnded(warp, tick);
  }

  private void ready(int warp) {
    int r = warps.row(warp);
    warps.resource[warp] = resource(warp, r);
    boolean isWide = code.isWideFence(r);
    warps.waits(warp, r, isWide ? code.waits[r] | WarpTable.STORES_MASK : code.waits[r]);
    if (code.hasCopies) {
      awaitCopies(warp, r);
    }
    if (fences != null && isWide) {
      awaitWrites(warp);
    }
    events.wake(order.partition(warp), warps.ready[warp]);
  }

  /** Lets a warp wait for groups of its copies, or for a place for another group. */
  private void awaitCopies(int warp, int r) {
    int leaves = code.leaves[r];
    long done = leaves >= 0 ? copies.done(warp, leaves) : code.closes[r] ? copies.room(warp) : 0;
    if (done > warps.ready[warp] && !warps.skips(warp)) {
      warps.waits(warp, done, SmIssueCause.LONG_SCOREBOARD);
    }
  }

  /** Lets a warp wait for the writes of all warps. */
  private void awaitWrites(int warp) {
    if (!warps.skips(warp)) {
      long done = fences.until(warp);
      if (done > warps.ready[warp]) {
        warps.waits(warp, done, SmIssueCause.MEMBAR);
      }
    }
  }

  private byte resource(int warp, int r) {
    return warps.skips(warp) ? (byte) Pipes.ALU : pipes.needs(r);
  }

  @Override
  protected void arrived(int unit, int warp, int token, long tick) {
    if (unit == 0 && memory.isAwaitedWrite(token)) {
      probe.acknowledged(token, tick);
    }
    if (!memory.arrived(unit, warp, token, tick) || isFree(warp)) {
      return; // the value was never read, and its warp has ended
    }
    probe.arrives(unit, warp, token, memory.counter(unit, token), tick);
    if (unit == 0 && rounds.isPolling(warp, token)) {
      probe.polled(warp, warps.row(warp), token, tick);
      polled(warp, globalUnit.refused(token), tick);
    } else {
      resume(warp);
    }
  }

  /** Computes anew when a warp that waits may issue. */
  private void resume(int warp) {
    boolean waits = !isFree(warp) && warps.ready[warp] == NEVER;
    if (waits && !rounds.isPolling(warp) && !isAtBarrier(warp)) {
      ready(warp);
    }
  }

  /** Continues a warp after its poll, or repeats the loop if the poll was refused. */
  private void polled(int warp, long refused, long tick) {
    int r = warps.row(warp);
    warps.holds(warp, tick, SmIssueCause.LONG_SCOREBOARD);
    if (refused != 0) {
      wavefronts.repeat(warp, code.slot[r]);
      warps.row(warp, rounds.refused(warp, r, refused));
      ready(warp);
      return;
    }
    rounds.answered(warp);
    warps.row(warp, r + 1);
    prepare(warp, cluster.partition().now());
  }

  private void onWake(long tick) {
    if (!events.begin(tick)) {
      return;
    }
    for (int p = 0; p < partitions; p++) {
      if (next[p] <= tick) {
        visit(p, tick);
      }
    }
    events.end(tick);
  }

  /** Lets a sub-partition issue, and sets when it tries again. */
  private void visit(int p, long tick) {
    next[p] = NEVER;
    if (portFree[p] > tick) {
      next[p] = portFree[p];
      return;
    }
    int warp = choice.choose(p, tick);
    while (warp >= 0 && waits.lacks(p, warp, tick, probe)) {
      warp = portFree[p] > tick ? WarpOrder.NONE : choice.choose(p, tick);
    }
    if (warp >= 0) {
      issue(p, warp, tick);
      if (config.pairs) {
        issueSecond(p, warp, tick);
      }
    }
    if (warp >= 0 || portFree[p] > tick) {
      next[p] = Math.min(next[p], portFree[p]);
    }
  }

  private void issue(int p, int warp, long tick) {
    int r = warps.row(warp);
    waits.account(p, warp, tick);
    portFree[p] = tick + config.slot;
    account.advance(p, portFree[p], warps.skips(warp) ? Pipes.ALU : code.pipe[r], r);
    dispatch(p, warp, tick);
  }

  /** Issues a warp's next row in the clock of the one before, if it need not wait. */
  private void issueSecond(int p, int warp, long tick) {
    if (choice.isReady(p, warp, tick) && !waits.lacks(p, warp, tick, probe)) {
      dispatch(p, warp, tick);
    }
  }

  /** Executes a row for which the port has been taken. */
  private void dispatch(int p, int warp, long tick) {
    int r = warps.row(warp);
    boolean skips = warps.skips(warp);
    int pipe = skips ? Pipes.ALU : code.pipe[r];
    choice.issued(p, warp, tick);
    probe.turn(warp, r, tick);
    instructions[0]++;
    int bubbles = skips ? 0 : banks.bubbles(p, code.bankReads[r], tick);
    if (bubbles > 0) {
      portFree[p] += bubbles;
      account.advance(p, portFree[p], SmIssueCause.DISPATCH_STALL.ordinal(), r);
    }
    int stall = config.atOnce ? 1 : code.stall[r];
    warps.stalls(warp, tick + Math.max(code.yields[r] ? 2 : config.pairs ? 0 : 1, stall));
    if (skips) {
      pipes.issue(p, pipe, tick);
      goOn(warp, tick);
      return;
    }
    execution.execute(p, warp, r, PIPES[pipe], tick);
    probe.results(warp, r, PIPES[pipe]);
    NamedBarrier barrier = code.barrier[r];
    if (barrier != null && code.arrives[r]) {
      arrive(warp, barrier.number(), barrier.workItems(), tick);
    } else if (barrier != null) {
      warps.waits(warp, NEVER, SmIssueCause.BARRIER);
      barrier(warp, barrier.number(), barrier.workItems(), tick);
      return;
    }
    goOn(warp, tick);
  }

  /** Advances a warp behind an issued row. */
  private void goOn(int warp, long tick) {
    int issued = warps.row(warp);
    if (rounds.isPolling(warp)) {
      warps.waits(warp, NEVER, SmIssueCause.LONG_SCOREBOARD);
    } else if (rounds.isOn(warp)) {
      warps.row(warp, rounds.next(warp));
      ready(warp);
    } else if (code.retry != null && code.retry[issued] >= 0 && memory.triesAgain(warp)) {
      warps.holds(warp, tick + branchLatency, SmIssueCause.BRANCH_RESOLVING);
      warps.row(warp, code.retry[issued]);
      ready(warp);
    } else {
      warps.row(warp, issued + 1);
      prepare(warp, tick);
    }
    if (!isFree(warp)) {
      probe.goesOn(warp, issued, tick + 1, warps.floor(warp));
    }
  }

  @Override
  protected void addStatistics(long tick, Totals out) {
    super.addStatistics(tick, out);
    memory.statistics(out);
    waits.statistics(out);
    matrices.statistics(out);
  }

  @Override
  public List<CycleRoof> roofs() {
    return List.of(LocalMemoryCounts.ROOF, TextureCounts.ROOF, MatrixCounts.ROOF);
  }
}
