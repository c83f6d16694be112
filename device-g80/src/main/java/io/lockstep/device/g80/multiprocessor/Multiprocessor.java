// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.queue.Phase;
import io.lockstep.device.g80.code.Pipe;
import io.lockstep.device.g80.code.WarpCode;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.cache.CodeFetch;
import io.lockstep.parts.cache.InstructionCache;
import io.lockstep.parts.counters.CycleRoof;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.unit.FullLanes;
import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.sm.WarpTable;
import io.lockstep.sm.WarpUnit;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.stats.Totals;
import java.util.List;

/**
 * A streaming multiprocessor with one issue port, in-order warps, and a scoreboard that tracks
 * results.
 *
 * <p>The port issues one warp instruction every four shader clocks (a multiply or division sequence
 * takes several slots). The SPs are busy for the duration of the instruction including bank
 * conflicts. The SFUs and the double-precision unit are busy for longer than the port, so that
 * other warps continue in the meantime. A load does not block its warp before the first use of the
 * result. There is one event per issue, and none while no warp can issue.
 *
 * <p>Source: CUDA Programming Guide 1.1, chapter 5; Lindholm et al., "NVIDIA Tesla: A Unified
 * Graphics and Computing Architecture", IEEE Micro 2008. Not thread-safe.
 */
public final class Multiprocessor extends WarpUnit {
  private static final long NEVER = WarpTable.NEVER;

  private static final Pipe[] PIPES = Pipe.values();

  private final MultiprocessorConfig config;
  private final MemoryUnit global;
  private final TexturePort port;
  private final List<MemoryUnit> units; // global, constant, texture
  private boolean ownTextures; // whether it owns the unit and reports its statistics
  private final MemoryPipes pipes;
  private final Scoreboard scoreboard;
  private final WakeUp wakeUp;
  private final LoadTable loads;
  private final IssueResources resources = new IssueResources();
  private final long[] free = resources.free;
  private long portFree;
  private final WarpChoice choice;
  private int resident;
  private final SlowPipes slow = own.include(new SlowPipes());
  private final CodeFetch fetch; // null if instruction fetch is ideal
  private final FullLanes full; // null if lanes may be idle
  private final DualIssue dual; // null without dual issue
  private WarpCode code;
  private WarpProbe probe = WarpProbe.NONE;

  public Multiprocessor(
      Cluster cluster,
      int index,
      MemorySide side,
      MultiprocessorConfig config,
      TextureUnit textures) {
    super(cluster, index, config.unit);
    this.config = config;
    int slots = config.unit.wavefronts();
    String path = "cu[" + index + "].";
    MemoryListener heard = listener(MemoryPipes.GLOBAL);
    global = new MemoryUnit(cluster, path + "memory", index, config.global, side, heard);
    heard = listener(MemoryPipes.CONSTANT);
    MemoryUnit constant =
        new MemoryUnit(cluster, path + "constant", index, config.constant, side, heard);
    port = new TexturePort(config, textures::asked, listener(MemoryPipes.TEXTURE));
    units = List.of(global, constant, textures.unit());
    owns(global);
    owns(constant);
    if (textures.join(port)) {
      owns(textures.unit());
      ownTextures = true;
    }
    loads =
        new LoadTable(
            config.global.tokens(), config.constant.tokens(), TexturePort.fetches(config));
    scoreboard = new Scoreboard(slots);
    pipes =
        new MemoryPipes(
            config,
            wavefronts,
            units,
            port,
            (long) index * slots,
            resources,
            scoreboard,
            loads,
            warps,
            rounds);
    // Registered after the event kinds of the memory units, so that an issue sees all data of its
    // tick. A warp may issue in the tick in which its data arrives, or after a row that takes no
    // slot.
    EventKind issue =
        cluster
            .kind(
                "warp.issue",
                Phase.WORK,
                (Multiprocessor m, long tick, int number) -> m.onWake(tick, number))
            .repeatable();
    wakeUp = new WakeUp(cluster.partition(), issue, component);
    choice = new WarpChoice(config, warps, resources, pipes, wakeUp);
    fetch = config.code.map(InstructionCache::new).map(c -> new CodeFetch(c, slots)).orElse(null);
    dual = config.dualMultiply == 0 ? null : new DualIssue(config, warps, free);
    full = FullLanes.where(cluster.ideals(), 1, config.unit.width());
    remembers();
  }

  private void remembers() {
    own.include(pipes);
    if (fetch != null) {
      own.include(fetch);
    }
  }

  @Override
  protected void accepting(int unit, long tick) {
    probe.accepts(unit);
    free[MemoryPipes.resource(unit)] = tick;
    wake(tick);
  }

  @Override
  protected void launchStarts(LaunchPlan plan) {
    code = (WarpCode) plan.code();
    scoreboard.begin(code);
    beginRounds(code, code.slot, this::isRepeated);
    pipes.begin(plan, code);
    clocks.begin();
  }

  @Override
  protected void begins(MachineKernel of) {
    if (fetch != null) {
      fetch.begin(of.kernel().name(), ((WarpCode) of).codeAt);
    }
  }

  @Override
  protected void warmCode() {
    if (fetch != null) {
      fetch.warm();
    }
  }

  @Override
  protected void followed(WavefrontPaths wanted) {
    probe = wanted == null ? WarpProbe.NONE : WarpPaths.of(wanted, units, port, scoreboard);
    scoreboard.follow(wanted != null);
  }

  @Override
  protected void wavefrontStarted(int warp, long tick) {
    if (resident++ == 0) {
      account.advance(0, tick, WarpIssueCause.NO_WAVEFRONT.ordinal());
    }
    warps.started(warp, tick);
    choice.started(warp);
    clocks.started(warp);
    if (fetch != null) {
      fetch.started(warp);
    }
    scoreboard.clear(warp);
    enterBlock(code, warp);
    prepare(warp, tick);
  }

  @Override
  protected void barrierReleased(int warp, long tick) {
    warps.floor(warp, tick + config.barrierLatency);
    int barrier = warps.row(warp);
    warps.row(warp, barrier + 1);
    probe.passes(warp, barrier, warps.floor(warp));
    prepare(warp, tick);
    if (warps.ready[warp] != NEVER) {
      warps.waits(warp, warps.ready[warp], WarpIssueCause.BARRIER.ordinal(), barrier);
    }
  }

  /**
   * Advances a warp to its next row, across block ends and removed copies, and computes the tick
   * from which it may issue.
   *
   * @return number of issue slots for joins
   */
  private int prepare(int warp, long tick) {
    int joins = 0;
    while (true) {
      int r = warps.row(warp);
      if (warps.isAtEnd(warp)) {
        int flags = leaveBlock(code, warp);
        if (flags == ENDS && warps.floor(warp) > tick + config.interval) {
          // still in the loop of its last instruction
          warps.resource[warp] = IssueResources.END;
          long end = warps.floor(warp);
          warps.waits(warp, end, WarpIssueCause.DEPENDENCY.ordinal(), Math.max(0, r - 1));
          wake(end);
          return joins;
        } else if (flags == ENDS) {
          leave(warp, tick);
          return joins;
        }
        joins += flags == MEETS ? 1 : 0;
      } else if (code.instructions[r] == 0 && code.access[r] == WarpCode.NONE) {
        if (!warps.skips(warp)) {
          scoreboard.copy(warp, r);
        }
        warps.row(warp, r + 1);
      } else {
        ready(warp, r);
        return joins;
      }
    }
  }

  /** Returns the pipe of a row; a skipped row only passes through the SPs. */
  private int pipe(int warp, int r) {
    return warps.skips(warp) ? Pipe.SP.ordinal() : code.pipe[r];
  }

  private void leave(int warp, long tick) {
    warps.ready[warp] = NEVER;
    resident--;
    wavefrontEnded(warp, tick);
  }

  private void ready(int warp, int r) {
    warps.resource[warp] = IssueResources.of(pipe(warp, r));
    long at = scoreboard.ready(warp, r);
    if (at >= Scoreboard.PENDING) {
      warps.waits(warp, NEVER, WarpIssueCause.MEMORY.ordinal(), r);
    } else {
      long ready = Math.max(at, warps.floor(warp));
      warps.waits(warp, ready, WarpIssueCause.DEPENDENCY.ordinal(), r);
      wake(ready);
    }
  }

  @Override
  protected void arrived(int unit, int warp, int token, long tick) {
    Path path = unit == MemoryPipes.TEXTURE ? port.path() : probe.data(unit, token);
    if (!loads.isOf(unit, token, warps.generation(warp))) {
      return; // the value was never read, and its warp has ended
    }
    scoreboard.arrived(warp, loads.row(unit, token), loads.number(unit, token), tick, path);
    if (unit == MemoryPipes.GLOBAL && rounds.isPolling(warp, token)) {
      polled(warp, global.refused(token), tick);
    } else if (warps.ready[warp] == NEVER
        && warps.cause(warp) == WarpIssueCause.MEMORY.ordinal()
        && !rounds.isPolling(warp)
        && !isFree(warp)
        && !isAtBarrier(warp)) {
      ready(warp, warps.row(warp));
      warps.waits(warp, warps.ready[warp], WarpIssueCause.MEMORY);
    }
  }

  /** Whether a warp reissues a row when it repeats a polling loop. */
  private boolean isRepeated(int r) {
    int what = IssueResources.of(code.pipe[r]);
    return code.instructions[r] > 0
        && (IssueResources.isArithmetic(what) || code.pipe[r] == Pipe.BRANCH.ordinal())
        && code.pipe[r] != Pipe.SHARED.ordinal();
  }

  /** Continues a warp after its poll, or repeats the loop if the poll was refused. */
  private void polled(int warp, long refused, long tick) {
    int r = warps.row(warp);
    warps.floor(warp, Math.max(warps.floor(warp), tick));
    if (refused != 0) {
      wavefronts.repeat(warp, code.slot[r]);
      warps.row(warp, rounds.refused(warp, r, refused));
      ready(warp, warps.row(warp));
      return;
    }
    rounds.answered(warp);
    warps.row(warp, r + 1);
    long now = cluster.partition().now();
    int joins = prepare(warp, now);
    if (joins > 0) {
      portFree = Math.max(portFree, now);
      account.advance(0, portFree, WarpIssueCause.MEMORY.ordinal(), r);
      join(warp, joins, r);
    }
  }

  private void wake(long tick) {
    wakeUp.at(tick, portFree);
  }

  private void onWake(long tick, int number) {
    if (!wakeUp.begin(number)) {
      return;
    }
    int warp = choice.choose(tick);
    boolean cold = fetch != null && fetch.isCold(tick);
    while (cold && warp >= 0 && lacksCode(warp, tick)) {
      warp = choice.choose(tick);
    }
    if (warp >= 0 && warps.resource[warp] == IssueResources.END) {
      accountWait(warp, tick);
      probe.leaves(warp, tick);
      leave(warp, tick);
    } else if (warp >= 0) {
      issue(warp, tick);
      if (dual != null) {
        int beside = dual.choose(code, warp, tick);
        if (beside >= 0 && !(fetch != null && fetch.isCold(tick) && lacksCode(beside, tick))) {
          issueBeside(beside, tick);
        }
      }
    }
    wakeUp.end(portFree);
  }

  /** Delays a warp until its code has been fetched, and returns whether it was delayed. */
  private boolean lacksCode(int warp, long tick) {
    if (warps.resource[warp] == IssueResources.END) {
      return false;
    }
    int row = warps.row(warp);
    long there = fetch.there(warp, row, tick);
    if (there <= tick) {
      return false;
    }
    accountWait(warp, tick);
    probe.fetches(warp, row, tick, there);
    warps.waits(warp, there, WarpIssueCause.FETCH.ordinal(), row);
    return true;
  }

  private void issue(int warp, long tick) {
    choice.issued(warp, tick);
    int r = warps.row(warp);
    int pipe = pipe(warp, r);
    accountWait(warp, tick);
    probe.turn(warp, r, pipe, tick);
    int n = code.instructions[r];
    int cost = full == null ? 1 : (int) full.cost(0, 1, wavefronts.mask(warp));
    int slot = cost * n * config.interval;
    int interval = warps.skips(warp) ? slot : cost * pipes.clocks(warp, r);
    int latency = config.atOnce ? 0 : code.latency[r];
    instructions[0] += n;
    switch (PIPES[pipe]) {
      case SP, MULTIPLY -> {
        slot = Math.max(slot, interval);
        free[IssueResources.SP] = tick + slot;
        if (!warps.skips(warp)) {
          scoreboard.set(warp, r, tick + latency);
          if (code.readsClock[r]) {
            clocks.reads(warp, tick);
          }
        }
      }
      case SFU -> {
        free[IssueResources.SFU] = tick + interval;
        slow.special(interval);
        scoreboard.set(warp, r, tick + latency);
      }
      case DP -> {
        free[IssueResources.DP] = tick + Math.max(interval, slot);
        slow.doubles(Math.max(interval, slot));
        scoreboard.set(warp, r, tick + latency);
      }
      case SHARED -> {
        slot = Math.max(slot, interval);
        pipes.shared(warp, r, tick, slot);
      }
      case CONSTANT -> pipes.constant(warp, r, tick);
      case TEXTURE -> pipes.texture(warp, r, tick);
      case GLOBAL, PRIVATE -> pipes.global(warp, r, tick);
      case BARRIER -> slot = Math.max(slot, interval);
      case BRANCH -> warps.floor(warp, tick + Math.max(slot, latency));
    }
    portFree = tick + slot;
    account.advance(0, portFree, IssueResources.issued(pipe), r);
    if (!warps.skips(warp)) {
      probe.results(warp, r, pipe, pipes.token(), portFree);
    }
    warps.floor(warp, Math.max(warps.floor(warp), portFree));
    if (pipe == Pipe.BARRIER.ordinal()) {
      warps.waits(warp, NEVER, WarpIssueCause.BARRIER);
      barrier(warp, tick);
      return;
    }
    goOn(warp, pipe, tick, portFree);
  }

  /** Issues a multiplication on the special-function units, which does not occupy the port. */
  private void issueBeside(int warp, long tick) {
    int r = warps.row(warp);
    int pipe = code.pipe[r];
    int cost = full == null ? 1 : (int) full.cost(0, 1, wavefronts.mask(warp));
    long end = tick + cost * config.interval;
    probe.turn(warp, r, pipe, tick);
    instructions[0]++;
    slow.special(dual.take(tick, cost));
    scoreboard.set(warp, r, tick + (config.atOnce ? 0 : code.latency[r]));
    probe.results(warp, r, pipe, pipes.token(), end);
    warps.floor(warp, Math.max(warps.floor(warp), end));
    goOn(warp, pipe, tick, end);
  }

  /** Advances a warp after an issued row. The next row issues at or after {@code slotEnd}. */
  private void goOn(int warp, int pipe, long tick, long slotEnd) {
    int r = warps.row(warp);
    int joins = 0;
    if (rounds.isPolling(warp)) {
      warps.waits(warp, NEVER, WarpIssueCause.MEMORY);
    } else if (rounds.isOn(warp)) {
      warps.row(warp, rounds.next(warp));
      ready(warp, warps.row(warp));
    } else {
      warps.row(warp, r + 1);
      joins = prepare(warp, tick);
    }
    if (joins > 0) {
      join(warp, joins, r);
    }
    if (!isFree(warp)) {
      probe.goesOn(warp, pipe, joins > 0 ? portFree : slotEnd, warps.floor(warp));
    }
  }

  /** Issues joins: each side that ends pops the divergence stack by a separate instruction. */
  private void join(int warp, int joins, int behind) {
    instructions[0] += joins;
    portFree += (long) joins * config.interval;
    account.advance(0, portFree, WarpIssueCause.ISSUED_BRANCH.ordinal(), behind);
    if (warps.ready[warp] != NEVER) {
      warps.ready[warp] = Math.max(warps.ready[warp], portFree);
    }
    warps.floor(warp, portFree);
  }

  /**
   * Accounts the time since the port's last instruction: first to the stall reason of the warp that
   * issues next, then to the busy pipe. The time is charged to the warp's next row, or to the
   * barrier before it.
   */
  private void accountWait(int warp, long tick) {
    int at = warps.waitsAt(warp);
    account.advance(0, Math.min(tick, warps.ready[warp]), warps.cause(warp), at);
    int next = warps.resource[warp] == IssueResources.END ? at : warps.row(warp);
    account.advance(0, tick, IssueResources.busy(warps.resource[warp]), next);
  }

  @Override
  protected void addStatistics(long tick, Totals out) {
    super.addStatistics(tick, out);
    SlowPipes.STATISTICS.write(slow, out);
    pipes.statistics(out);
    if (fetch != null) {
      fetch.statistics(out);
    }
    if (ownTextures) {
      CacheStatistics.TEXTURE.write(units.get(MemoryPipes.TEXTURE).cache(), out);
    }
  }

  @Override
  public List<CycleRoof> roofs() {
    return TeslaStatistics.ROOFS;
  }

  @Override
  protected String waiting() {
    String memory = global.waiting();
    if (resident == 0 && memory == null) {
      return null;
    }
    return resident + " warps are resident" + (memory == null ? "" : "; memory: " + memory);
  }
}
