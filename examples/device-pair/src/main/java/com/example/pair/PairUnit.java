package com.example.pair;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.queue.Phase;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.access.LocalMemoryRule;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.cache.policy.WriteEvict;
import io.lockstep.parts.counters.LocalMemoryCounts;
import io.lockstep.parts.issue.IssuePorts;
import io.lockstep.parts.issue.OldestFirst;
import io.lockstep.parts.issue.Scoreboard;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryAccessCounts;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.transaction.MemoryUnitConfig;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.Totals;
import java.util.List;

/**
 * A multiprocessor: several schedulers, each of which issues an instruction of one of its
 * wavefronts per interval. An instruction issues when a scoreboard has its registers: results of
 * arithmetic and of local memory after their latencies, those of loads when the data has come.
 *
 * <p>Local memory and the first-level cache share an array, of which one way is always the cache's:
 * the work-groups of a launch have what they need, the cache has the ways that they leave.
 *
 * <p>Each instruction is a row of the code, which the schedulers' time counts to: the one that
 * issues, or the last one of the wavefront that is chosen next, which has waited for it. Private
 * memory costs no time.
 */
final class PairUnit extends ComputeUnit implements MemoryListener, IssuePorts.Issuer {
  private static final int ISSUED = PairCause.ISSUED.ordinal();
  private static final int WAITING = PairCause.WAITING.ordinal();
  private static final int IDLE = PairCause.NO_WAVEFRONT.ordinal();

  private final Access access = new Access();
  private final CoalescingRule lines = new PairLines();
  private final LocalMemoryRule banks;
  private final MemoryUnit memory;
  private final EventKind issue;
  private final MemoryAccessCounts counts;
  private final LocalMemoryCounts local;
  private final int schedulers;
  private final int interval;
  private final int latency;
  private final int localSize;
  private final int localLatency;
  private final IssuePorts ports;
  private final Scoreboard scoreboard;
  private final int[] position; // by wavefront: next instruction of its block
  private final boolean[] ending; // by wavefront: it has executed its last instruction
  private final int[] row; // by wavefront: last instruction, counted over all blocks
  private Instruction[][] blocks;
  private int[] firstRow; // by block
  private long localFree;
  private boolean empty = true;

  PairUnit(Cluster cluster, int index, MemorySide side, DeviceSpec spec) {
    super(cluster, index, config(spec));
    MemoryUnitConfig config =
        MemoryUnitConfig.of(spec, "memory.").cached("l1.", new WriteEvict(), 0).build();
    memory = owns(new MemoryUnit(cluster, "cu[" + index + "].memory", index, config, side, this));
    issue =
        cluster.kind(
            "pair.issue", Phase.WORK, (PairUnit u, long tick, int x) -> u.ports.issue(tick));
    counts = own.include(new MemoryAccessCounts(memory));
    local = own.include(new LocalMemoryCounts());
    banks = new PairBanks(spec.integer("lds.banks"));
    schedulers = spec.integer("unit.simds");
    interval = spec.integer("issue.interval");
    latency = spec.integer("issue.latency");
    localSize = spec.integer("lds.size");
    localLatency = spec.integer("lds.latency");
    int slots = spec.integer("unit.wavefronts");
    position = new int[slots];
    ending = new boolean[slots];
    row = new int[slots];
    scoreboard = new Scoreboard(slots, config.tokens());
    ports =
        new IssuePorts(
            schedulers,
            slots,
            new OldestFirst(),
            spec,
            this,
            tick -> cluster.partition().at(tick, issue, component, 0));
  }

  private static ComputeUnitConfig config(DeviceSpec spec) {
    int slots = spec.integer("unit.wavefronts");
    return new ComputeUnitConfig(
        slots,
        slots,
        spec.integer("unit.wavefront"),
        false,
        spec.integer("unit.simds"),
        PairCause.SCHEME);
  }

  @Override
  protected void launchStarts(LaunchPlan plan) {
    List<Block> list = plan.code().kernel().blocks();
    blocks = new Instruction[list.size()][];
    firstRow = new int[list.size()];
    int rows = 0;
    for (Block b : list) {
      blocks[b.id()] = b.instructions().toArray(Instruction[]::new);
      firstRow[b.id()] = rows;
      rows += blocks[b.id()].length;
    }
    scoreboard.begin(plan.code().kernel().registers().size());
    CacheConfig cache = memory.cache().config();
    long left = localSize - (long) plan.localBytes() * plan.occupancy().groups();
    memory.cache().limit((int) Math.min(cache.ways(), 1 + left * cache.ways() / cache.bytes()));
  }

  @Override
  protected void wavefrontStarted(int w, long tick) {
    position[w] = 0;
    row[w] = 0;
    scoreboard.started(w);
    ports.started(w);
    if (empty) {
      for (int p = 0; p < schedulers; p++) {
        account.advance(p, tick, IDLE);
      }
      empty = false;
    }
    ports.ask(w, tick + 1);
  }

  @Override
  protected void barrierReleased(int w, long tick) {
    ports.ask(w, tick + 1);
  }

  @Override
  public int port(int w) {
    return w % schedulers;
  }

  @Override
  public long ready(int w, long tick) {
    if (ending[w]) {
      return scoreboard.idle(w);
    }
    Instruction[] block = blocks[wavefronts.block(w)];
    if (position[w] == block.length) {
      return tick;
    }
    Instruction i = block[position[w]];
    return Math.max(scoreboard.ready(w, i.reads()), scoreboard.ready(w, i.writes()));
  }

  @Override
  public long issue(int w, int p, long tick) {
    if (ending[w]) {
      end(w, tick);
      return tick;
    }
    int number = wavefronts.block(w);
    Instruction[] block = blocks[number];
    if (position[w] == block.length) { // an empty block
      after(w, tick + 1);
      return tick;
    }
    Instruction i = block[position[w]];
    if (touchesMemory(i) && !memory.canAccept()) {
      ports.ask(w, IssuePorts.NEVER); // until the memory unit accepts requests again
      return tick;
    }
    account.advance(p, tick, WAITING, row[w]);
    row[w] = firstRow[number] + position[w]++;
    account.advance(p, tick + interval, ISSUED, row[w]);
    scoreboard.write(w, i.writes(), tick + latency);
    if (i.isRecorded()) {
      wavefronts.access(w, i.memory().slot(), access);
    }
    if (touchesMemory(i)) {
      transfer(w, i, tick);
    } else if (i.isRecorded() && i.memory().space() == Space.LOCAL) {
      local(w, i, tick);
    }
    if (i.op() == Op.BARRIER) {
      if (position[w] == block.length) {
        ending[w] = advance(w);
      }
      barrier(w, tick);
    } else {
      after(w, tick + interval);
    }
    return tick + interval;
  }

  /** Advances a wavefront to its next instruction, or ends it. */
  private void after(int w, long tick) {
    if (position[w] == blocks[wavefronts.block(w)].length && advance(w)) {
      ending[w] = true;
    }
    ports.ask(w, tick);
  }

  /** Occupies the banks of local memory, which serve one access after the other. */
  private void local(int w, Instruction i, long tick) {
    Operation operation =
        i.op() == Op.STORE
            ? Operation.STORE
            : i.op() == Op.ATOMIC ? Operation.ATOMIC : Operation.LOAD;
    long clocks = banks.clocks(access, operation);
    local.served(clocks, banks.conflictFree(access));
    localFree = Math.max(localFree, tick) + clocks;
    scoreboard.write(w, i.writes(), localFree - 1 + localLatency);
  }

  private static boolean touchesMemory(Instruction i) {
    return i.isRecorded()
        && i.memory().space() != Space.LOCAL
        && i.memory().space() != Space.PRIVATE;
  }

  private void end(int w, long tick) {
    ending[w] = false;
    wavefrontEnded(w, tick);
    if (residentWavefronts() == 0) {
      for (int p = 0; p < schedulers; p++) {
        account.advance(p, tick, WAITING, row[w]);
      }
      empty = true;
    }
  }

  private boolean advance(int w) {
    position[w] = 0;
    int flags = wavefronts.advance(w);
    if ((flags & Wavefronts.DIVERGED) != 0) {
      countDivergence();
    }
    return (flags & Wavefronts.ENDED) != 0;
  }

  /**
   * Sends the transactions of an access, whose results the scoreboard holds until they are here.
   */
  private void transfer(int w, Instruction i, long tick) {
    boolean load = i.op() != Op.STORE;
    int token = memory.begin(w);
    int answer = load ? token : MemoryUnit.NO_TOKEN;
    counts.request((long) access.active() * access.elementBytes());
    scoreboard.hold(w, i.writes(), token);
    if (i.op() == Op.ATOMIC) {
      lines.coalesce(
          access, (line, bytes) -> memory.atomic(tick, answer, line, 4, access.active()));
    } else if (load) {
      lines.coalesce(access, (line, bytes) -> memory.read(tick, answer, line, bytes));
    } else {
      lines.coalesce(access, (line, bytes) -> memory.write(tick, answer, line, bytes));
    }
    long at = memory.end(token);
    if (at != MemoryUnit.PENDING) {
      scoreboard.returned(w, token, at);
    }
  }

  @Override
  public void completed(int owner, int token, long tick) {
    scoreboard.returned(owner, token, tick + 1);
    ports.wake(owner, tick + 1);
  }

  @Override
  public void accepting(long tick) {
    ports.wakeAll(tick + 1);
  }

  @Override
  public void drained(long tick) {
    memoryDrained(tick);
  }

  @Override
  protected void addStatistics(long tick, Totals out) {
    counts.addTo(out);
    local.addTo(out);
    CacheStatistics.L1.write(memory.cache(), out);
  }
}
