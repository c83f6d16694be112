// SPDX-License-Identifier: Apache-2.0
package com.example.pair;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Phase;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.access.LocalMemoryRule;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.cache.WriteEvict;
import io.lockstep.parts.issue.OldestFirst;
import io.lockstep.parts.issue.ReadyWavefronts;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.unit.Cluster;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.LocalMemoryCounts;
import io.lockstep.parts.unit.MemoryAccessCounts;
import io.lockstep.parts.unit.MemoryListener;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.parts.unit.MemoryUnitConfig;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.Totals;
import java.util.Arrays;
import java.util.List;

/**
 * A unit with several ports, each of which issues one instruction of its wavefronts per interval.
 * Results of arithmetic are ready after a latency; a wavefront waits for each of its loads. All
 * ports of a unit issue in one event, so that they may share local memory and the memory unit.
 */
final class PairUnit extends ComputeUnit implements MemoryListener {
  private static final int ISSUED = PairCause.ISSUED.ordinal();
  private static final int WAITING = PairCause.WAITING.ordinal();
  private static final int IDLE = PairCause.NO_WAVEFRONT.ordinal();
  private static final int REGISTERS = 256; // of a wavefront; higher ones share an entry
  private static final long NOT = -1;
  private static final long NEVER = Long.MAX_VALUE;

  private final Access access = new Access();
  private final CoalescingRule lines = new PairLines();
  private final LocalMemoryRule banks;
  private final MemoryUnit memory;
  private final EventKind issue;
  private final MemoryAccessCounts counts;
  private final LocalMemoryCounts local;
  private final int ports;
  private final int interval;
  private final int latency;
  private final int localLatency;
  private final int[] position; // by wavefront: next instruction of its block
  private final boolean[] ending; // by wavefront: it has executed its last instruction
  private final ReadyWavefronts ready;
  private final long[] asked; // by wavefront: tick from which its next instruction may issue
  private final int[] row; // by wavefront: last instruction, counted over all blocks
  private final long[] there; // by wavefront and register: tick at which its value is ready
  private final long[] portFree;
  private Instruction[][] blocks;
  private int[] firstRow; // by block
  private long looking = NOT; // tick of the next choice
  private long localFree;
  private boolean empty = true;
  private boolean full; // the memory unit accepts no request until it calls back

  PairUnit(Cluster cluster, int index, MemorySide side, DeviceSpec spec) {
    super(cluster, index, config(spec));
    MemoryUnitConfig config =
        MemoryUnitConfig.of(spec, "memory.").cached("l1.", new WriteEvict(), 0).build();
    memory = owns(new MemoryUnit(cluster, "cu[" + index + "].memory", index, config, side, this));
    issue = cluster.kind("pair.issue", Phase.WORK, (PairUnit u, long tick, int x) -> u.issue(tick));
    counts = own.include(new MemoryAccessCounts(memory));
    local = own.include(new LocalMemoryCounts());
    banks = new PairBanks(spec.integer("lds.banks"));
    ports = spec.integer("unit.simds");
    interval = spec.integer("issue.interval");
    latency = spec.integer("issue.latency");
    localLatency = spec.integer("lds.latency");
    position = new int[spec.integer("unit.wavefronts")];
    ending = new boolean[position.length];
    asked = new long[position.length];
    row = new int[position.length];
    there = new long[position.length * REGISTERS];
    portFree = new long[ports];
    Arrays.fill(asked, NOT);
    ReadyWavefronts named = ReadyWavefronts.unless(OldestFirst.NAME, spec, asked.length);
    ready = named == null ? new ReadyWavefronts(new OldestFirst(), asked.length, spec) : named;
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
  }

  private int port(int w) {
    return w % ports;
  }

  @Override
  protected void wavefrontStarted(int w, long tick) {
    position[w] = 0;
    ready.started(w);
    row[w] = 0;
    Arrays.fill(there, w * REGISTERS, (w + 1) * REGISTERS, 0);
    if (empty) {
      for (int p = 0; p < ports; p++) {
        account.advance(p, tick, IDLE);
      }
      empty = false;
    }
    wake(w, tick + 1);
  }

  @Override
  protected void barrierReleased(int w, long tick) {
    wake(w, tick + 1);
  }

  /** Makes a wavefront ready to issue from a tick on. */
  private void wake(int w, long tick) {
    asked[w] = tick;
    if (tick != NEVER) {
      look(Math.max(tick, portFree[port(w)]));
    }
  }

  private void look(long tick) {
    if (looking == NOT || tick < looking) {
      looking = tick;
      cluster.partition().at(tick, issue, component, 0);
    }
  }

  /** Issues, on each free port, an instruction of the wavefront that the policy selects. */
  private void issue(long tick) {
    if (tick != looking) { // superseded by an earlier choice
      return;
    }
    looking = NOT;
    for (int p = 0; p < ports; p++) {
      if (portFree[p] <= tick) {
        issue(p, tick);
      }
    }
    long next = NEVER;
    for (int w = 0; w < asked.length; w++) {
      if (asked[w] != NOT && asked[w] != NEVER) {
        next = Math.min(next, Math.max(tick + 1, Math.max(asked[w], portFree[port(w)])));
      }
    }
    if (next != NEVER) {
      look(next);
    }
  }

  private void issue(int p, long tick) {
    ready.clear();
    for (int w = 0; w < asked.length; w++) {
      if (port(w) == p && asked[w] != NOT && asked[w] <= tick) {
        long at = ending[w] ? tick : operands(w);
        if (at > tick) {
          asked[w] = at;
        } else {
          ready.add(w, asked[w]);
        }
      }
    }
    int w = ready.pick();
    if (w >= 0) {
      asked[w] = NOT;
      ready.issued(w, tick);
      go(w, p, tick);
    }
  }

  /** Returns the tick at which the operands of a wavefront's next instruction are ready. */
  private long operands(int w) {
    Instruction[] block = blocks[wavefronts.block(w)];
    long at = 0;
    if (position[w] < block.length) {
      for (int register : block[position[w]].reads()) {
        at = Math.max(at, there[w * REGISTERS + register % REGISTERS]);
      }
    }
    return at;
  }

  private void go(int w, int p, long tick) {
    if (ending[w]) {
      end(w, tick);
      return;
    }
    int number = wavefronts.block(w);
    Instruction[] block = blocks[number];
    if (position[w] == block.length) { // an empty block
      after(w, tick + 1);
      return;
    }
    Instruction i = block[position[w]];
    if (touchesMemory(i) && !memory.canAccept()) {
      full = true; // repeated when the memory unit accepts requests again
      wake(w, NEVER);
      return;
    }
    account.advance(p, tick, WAITING, row[w]);
    row[w] = firstRow[number] + position[w]++;
    portFree[p] = tick + interval;
    account.advance(p, portFree[p], ISSUED, row[w]);
    for (int register : i.writes()) {
      there[w * REGISTERS + register % REGISTERS] = tick + latency;
    }
    if (i.isRecorded()) {
      wavefronts.access(w, i.memory().slot(), access);
    }
    if (touchesMemory(i)) {
      transfer(w, i, tick);
      return;
    }
    if (i.op() == Op.BARRIER) {
      if (position[w] == block.length) {
        advance(w);
      }
      barrier(w, tick);
      return;
    }
    long next = portFree[p];
    if (i.isRecorded() && i.memory().space() == Space.LOCAL) {
      next = Math.max(next, local(i, tick));
    }
    after(w, next);
  }

  /** Advances a wavefront to its next instruction, or ends it. */
  private void after(int w, long tick) {
    if (position[w] == blocks[wavefronts.block(w)].length && advance(w)) {
      ending[w] = true;
    }
    wake(w, tick);
  }

  /**
   * Occupies the banks of local memory; returns the tick at which the wavefront may issue again.
   */
  private long local(Instruction i, long tick) {
    Operation operation =
        i.op() == Op.STORE
            ? Operation.STORE
            : i.op() == Op.ATOMIC ? Operation.ATOMIC : Operation.LOAD;
    long clocks = banks.clocks(access, operation);
    local.served(clocks, banks.conflictFree(access));
    localFree = Math.max(localFree, tick) + clocks;
    return operation == Operation.STORE ? tick : localFree - 1 + localLatency;
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
      for (int p = 0; p < ports; p++) {
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
   * Sends the transactions of an access; the wavefront issues again when a load has returned or a
   * store has been sent.
   */
  private void transfer(int w, Instruction i, long tick) {
    boolean load = i.op() != Op.STORE;
    int token = memory.begin(w);
    int answer = load ? token : MemoryUnit.NO_TOKEN;
    counts.request((long) access.active() * access.elementBytes());
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
      after(w, Math.max(at, tick + interval));
    }
  }

  @Override
  public void completed(int owner, int token, long tick) {
    after(owner, tick + 1);
  }

  @Override
  public void accepting(long tick) {
    if (!full) {
      return;
    }
    full = false;
    for (int w = 0; w < asked.length; w++) {
      if (asked[w] == NEVER) {
        wake(w, tick + 1);
      }
    }
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
