// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Waker;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.cache.InstructionCache;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.transaction.MemoryUnitConfig;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.FullLanes;
import io.lockstep.parts.unit.PollRounds;
import io.lockstep.parts.unit.RegionUnit;
import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.Totals;
import io.lockstep.terascale.clause.ClauseTable;
import io.lockstep.terascale.program.TeraScaleKernel;
import java.util.List;
import java.util.stream.Stream;

/**
 * A SIMD engine with two ALU slots, a fetch unit, a path for writes, a local data share and a pool
 * of wavefronts.
 *
 * <p>An ALU clause of n bundles occupies its slot for 8n cycles. The two slots alternate every four
 * cycles, so that a single ready wavefront runs at half rate and two run at full rate. Slot 0
 * begins at multiples of eight cycles, slot 1 four cycles later. Between clauses a wavefront spends
 * the time of a clause switch in the pool, which other wavefronts can hide. The wavefront that has
 * been ready longest is selected, unless {@code issue.policy} selects another policy.
 *
 * <p>All decisions are made in a single kind of event, which is scheduled when a decision is due.
 * Other callbacks only record times, so that the order of events within a tick has no effect. Not
 * thread-safe.
 */
public final class TeraScaleComputeUnit extends ComputeUnit
    implements MemoryListener, RegionUnit.Listener {
  public static final int PORTS = IssuePorts.COUNT;

  public static final IssueScheme ISSUE = IssuePorts.SCHEME;

  public static final List<Statistic> STATISTICS =
      Stream.of(Counters.VLIW, CacheStatistics.INSTRUCTIONS)
          .flatMap(set -> set.declared().stream())
          .toList();

  private final UnitTimings timings;
  private final MemoryUnit memory;
  private final WavefrontTransactions path;
  private final MemoryOperation operation;
  private final ClausePolls polls;
  private final RegionUnit region; // null if the device has none
  private final LocalDataShare local;
  private final Waker waker;
  private final Access access = new Access();
  private final int wavefrontSlots;

  private ClauseTable table;
  private final WavefrontTable waves;

  private final long[] freeAt = new long[IssuePorts.COUNT];
  private final MemoryPorts ports;

  private final FullLanes full; // null if lanes may be idle
  private ClauseFetch fetch; // null if instruction fetch is ideal
  private final ClauseArbiter arbiter;

  private final Counters count;
  private ClauseProbe probe = ClauseProbe.NONE;

  public TeraScaleComputeUnit(
      Cluster cluster,
      int index,
      ComputeUnitConfig config,
      UnitTimings timings,
      MemoryUnitConfig memoryConfig,
      MemorySide side,
      Figures figures) {
    super(cluster, index, config);
    this.timings = timings;
    count = new Counters(timings.width);
    memory =
        owns(new MemoryUnit(cluster, "cu[" + index + "].memory", index, memoryConfig, side, this));
    path = new WavefrontTransactions(memory, timings);
    polls = new ClausePolls(wavefronts, memoryConfig.tokens());
    local = new LocalDataShare(timings, wavefronts);
    EventKind step =
        cluster.kind(
            "simd.step", Phase.WORK, (TeraScaleComputeUnit u, long tick, int x) -> u.step(tick));
    waker = cluster.partition().waker(step, component);
    wavefrontSlots = config.wavefronts();
    waves = new WavefrontTable(wavefrontSlots);
    operation =
        new MemoryOperation(timings, wavefronts, memory, path, polls, index, wavefrontSlots);
    arbiter = new ClauseArbiter(waves, wavefrontSlots, figures);
    full = FullLanes.where(cluster.ideals(), IssuePorts.COUNT, timings.wavefront);
    ports =
        new MemoryPorts(
            new UnitParts(
                timings,
                new UnitParts.Storage(memory, operation, polls, local),
                new UnitParts.Residents(waves, wavefronts, arbiter),
                new UnitParts.Accounting(account, full, count),
                freeAt)) {
          @Override
          int group(int w) {
            return groupOf(w);
          }
        };
    region =
        side.region() == null
            ? null
            : new RegionUnit(
                cluster, "cu[" + index + "].region", side.region(), wavefronts, 1, this);
    ports.region(region);
    remembers();
  }

  /** Connects an instruction cache, or null for ideal fetch, before the first launch. */
  public TeraScaleComputeUnit fetching(InstructionCache cache) {
    fetch = cache == null ? null : own.include(new ClauseFetch(cache));
    return this;
  }

  private void remembers() {
    own.include(local);
    own.include(path);
    own.include(count);
  }

  @Override
  protected void begins(MachineKernel code) {
    if (fetch != null) {
      fetch.begin((TeraScaleKernel) code);
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
    TeraScaleKernel code = (TeraScaleKernel) plan.code();
    table = code.table();
    waves.begin(table);
    polls.begin(table);
    local.begin(code);
    operation.begin(plan);
    ports.begin(table);
    if (region != null) {
      region.begin(plan);
    }
  }

  @Override
  protected void wavefrontStarted(int wavefront, long tick) {
    arbiter.started(wavefront);
    long until = tick + Math.max(1, timings.start);
    waves.start(wavefront, until);
    probe.starts(wavefront, until);
    waker.at(until);
  }

  @Override
  protected void barrierReleased(int wavefront, long tick) {
    long until = tick + Math.max(1, timings.barrier);
    waves.passBarrier(wavefront, until);
    probe.passes(wavefront, until, table.rows.end(wavefronts.block(wavefront)));
    waker.at(until);
  }

  @Override
  protected void followed(WavefrontPaths wanted) {
    probe = wanted == null ? ClauseProbe.NONE : ClausePaths.of(wanted, memory, wavefrontSlots);
    ports.observe(probe);
  }

  @Override
  public void completed(int owner, int token, long tick) {
    if (!polls.isAwaited(owner, token, memory.refused(token))) {
      return;
    }
    probe.answered(owner, token);
    long until = waves.answered(owner, tick, cluster.partition().now());
    if (until >= 0) {
      waker.at(until);
    }
  }

  @Override
  public void regionCompleted(int wavefront, long tick) {
    probe.local(wavefront, tick);
    long until = waves.answered(wavefront, tick, cluster.partition().now());
    if (until >= 0) {
      waker.at(until);
    }
  }

  @Override
  public void accepting(long tick) {
    probe.accepts();
    waker.at(cluster.partition().now() + 1);
  }

  @Override
  public void drained(long tick) {
    memoryDrained(tick);
  }

  private void step(long tick) {
    for (int w = 0; w < wavefrontSlots; w++) {
      if (waves.isDue(w, tick)) {
        boolean resumes = waves.resumes(w);
        if (waves.isLanding(w)) {
          probe.lands(w, tick);
        }
        int repeated = resumes ? -1 : polls.next(w, waves.clause[w]);
        if (repeated >= 0) {
          repeat(w, repeated, tick + timings.clauseSwitch);
          continue;
        }
        if (!resumes) {
          waves.clause[w]++;
        }
        proceed(w, tick, resumes ? 0 : timings.clauseSwitch);
      }
    }
    for (int s = 0; s < IssuePorts.ALU_SLOTS; s++) {
      int w;
      while (freeAt[s] <= tick && (w = arbiter.choose(ClauseTable.ALU, tick)) >= 0) {
        startAlu(s, w, tick);
      }
    }
    ports.step(tick);
    attribute(tick);
    sleep(tick);
  }

  /** Advances a wavefront to its next clause, across ends of blocks. */
  private void proceed(int w, long tick, long delay) {
    int[] clause = waves.clause;
    while (true) {
      int block = wavefronts.block(w);
      if (clause[w] < table.first[block + 1]) {
        if (table.port[clause[w]] == ClauseTable.WAIT) {
          if (!waves.isAnswered(w)) {
            waves.waitForMemory(w);
            return;
          }
          clause[w]++;
          continue;
        }
        want(w, tick + delay);
        return;
      }
      if (table.barrier[block] && !waves.hasPassed(w)) {
        waves.waitAtBarrier(w);
        barrier(w, tick);
        return;
      }
      if (table.waits && table.exits[block] && !waves.isAnswered(w)) {
        waves.waitForMemory(w); // acknowledgements must find the slot still occupied
        return;
      }
      waves.leaveBlock(w);
      for (int slot : table.silent[block]) {
        wavefronts.access(w, slot, access);
      }
      int flags = wavefronts.advance(w);
      if ((flags & Wavefronts.ENDED) != 0) {
        waves.free(w);
        wavefrontEnded(w, tick);
        return;
      }
      if (table.straight[block]) {
        flags = 0; // lanes diverge only in the recorded trace, not in the code
      }
      int flow = table.flow[block];
      if ((flags & Wavefronts.DIVERGED) != 0) {
        countDivergence();
      }
      if ((flags & Wavefronts.SWITCHED) != 0) {
        flow++; // a pop or an else
      }
      count.others(flow);
      delay += (long) flow * timings.controlFlow;
      clause[w] = table.first[wavefronts.block(w)];
    }
  }

  private void repeat(int w, int clause, long tick) {
    waves.clause[w] = clause;
    want(w, tick);
  }

  /** Requests a clause's port, from a tick on or, if later, when its code has been fetched. */
  private void want(int w, long tick) {
    int clause = waves.clause[w];
    long from = fetch == null ? tick : fetch.there(clause, tick);
    waves.want(w, from);
    probe.wants(w, from, table.rows.clause(clause));
  }

  private void startAlu(int port, int w, long tick) {
    arbiter.issued(ClauseTable.ALU, w, tick);
    int c = waves.clause[w];
    int period = timings.bundleCycles;
    long phase = (long) port * period / IssuePorts.ALU_SLOTS;
    long start = tick + Math.floorMod(phase - tick, (long) period);
    long bundles = table.bundles[c];
    if (full != null) {
      bundles = full.cost(port, bundles, wavefronts.mask(w));
    }
    long issued = start + bundles * period;
    long end = issued + local.clause(w, c, start, issued);
    count.bundles(table.bundles[c], table.slots[c]);
    int row = table.rows.clause(c);
    probe.alu(w, start, issued, end, row, table.rows.local(c));
    account.change(port, start, ClauseIssueCause.ISSUED_ALU.ordinal(), row);
    account.advance(port, issued, ClauseIssueCause.ISSUED_ALU.ordinal(), row);
    account.advance(port, end, ClauseIssueCause.LDS_CONFLICT.ordinal(), table.rows.local(c));
    freeAt[port] = end;
    waves.run(w, Math.max(end, tick + 1)); // a clause without cost ends at the next tick
  }

  /** Sets the stall reason of idle ports from now on. */
  private void attribute(long tick) {
    ClauseIssueCause cause = waves.idleCause(tick);
    int row = account.isByRow() ? row(waves.first(cause, tick)) : RowTicks.NONE;
    for (int s = 0; s < IssuePorts.ALU_SLOTS; s++) {
      account.change(s, tick, cause.ordinal(), row);
    }
    ports.attribute(tick);
  }

  /** Returns the row of a wavefront's current clause or block end. */
  private int row(int w) {
    if (w < 0) {
      return RowTicks.NONE;
    }
    int block = wavefronts.block(w);
    int c = waves.clause[w];
    return c < table.first[block + 1] ? table.rows.clause(c) : table.rows.end(block);
  }

  private void sleep(long tick) {
    long next = waves.nextDue(tick, freeAt);
    if (next != Long.MAX_VALUE) {
      waker.at(next);
    }
  }

  @Override
  protected PollRounds pollRounds() {
    return polls.rounds();
  }

  @Override
  protected void addStatistics(long tick, Totals out) {
    count.addTo(out);
    local.counts().addTo(out);
    path.statistics(out);
    if (fetch != null) {
      fetch.statistics(out);
    }
  }
}
