package com.example.toy;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.queue.Phase;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.issue.LongestReady;
import io.lockstep.parts.issue.ReadyWavefronts;
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
import java.util.Arrays;
import java.util.List;

/**
 * One port that issues one operation a cycle; a wavefront keeps it until its next access to memory,
 * barrier or end, and waits for each of its loads. A stretch of operations is one event.
 *
 * <p>Each operation is a row of the code, which the port's time counts to: the one that issues, or
 * the last one of the wavefront that is chosen next, which has waited for it.
 *
 * <p>Private memory costs no time, and an atomic access is one operation for each line, however
 * many lanes have the same address.
 *
 * <p>Who wants the port says so before the tick from which on it does; in that tick the policy
 * chooses among all of them. So the order of events within a tick means nothing.
 */
final class ToyUnit extends ComputeUnit implements MemoryListener {
  private static final int ISSUED = ToyCause.ISSUED.ordinal();
  private static final int WAITING = ToyCause.WAITING.ordinal();
  private static final int IDLE = ToyCause.NO_WAVEFRONT.ordinal();
  private static final long NOT = -1;
  private static final long NEVER = Long.MAX_VALUE;

  private final Access access = new Access();
  private final CoalescingRule lines = new ToyLines();
  private final MemoryUnit memory;
  private final EventKind issue;
  private final int[] position; // by wavefront: next instruction of its block
  private final boolean[] ending; // by wavefront: it has executed its last instruction
  private final ReadyWavefronts ready;
  private final long[] asked; // by wavefront: tick from which its next instruction may issue
  private final int[] row; // by wavefront: last instruction, counted over all blocks
  private Instruction[][] blocks;
  private int[] firstRow; // by block
  private long looking = NOT; // tick of the next choice
  private long portFree;
  private boolean empty = true;
  private boolean full; // the memory unit accepts no request until it calls back
  private final MemoryAccessCounts counts;

  ToyUnit(Cluster cluster, int index, MemorySide side, DeviceSpec spec) {
    super(cluster, index, config(spec));
    MemoryUnitConfig config = MemoryUnitConfig.of(spec, "memory.").build();
    memory = owns(new MemoryUnit(cluster, "cu[" + index + "].memory", index, config, side, this));
    issue = cluster.kind("toy.issue", Phase.WORK, (ToyUnit u, long tick, int x) -> u.issue(tick));
    counts = own.include(new MemoryAccessCounts(memory));
    position = new int[spec.integer("unit.wavefronts")];
    ending = new boolean[position.length];
    asked = new long[position.length];
    row = new int[position.length];
    Arrays.fill(asked, NOT);
    ReadyWavefronts named = ReadyWavefronts.unless(LongestReady.NAME, spec, asked.length);
    ready = named == null ? new ReadyWavefronts(new LongestReady(), asked.length, spec) : named;
  }

  private static ComputeUnitConfig config(DeviceSpec spec) {
    int slots = spec.integer("unit.wavefronts");
    return new ComputeUnitConfig(
        slots, slots, spec.integer("unit.wavefront"), false, 1, ToyCause.SCHEME);
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

  @Override
  protected void wavefrontStarted(int w, long tick) {
    position[w] = 0;
    ready.started(w);
    row[w] = 0;
    if (empty) {
      account.advance(0, tick, IDLE);
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
    if (tick == NEVER) {
      return;
    }
    look(Math.max(tick, portFree));
  }

  private void look(long tick) {
    if (looking == NOT || tick < looking) {
      looking = tick;
      cluster.partition().at(tick, issue, component, 0);
    }
  }

  /** Gives the port to the one that the policy chooses. */
  private void issue(long tick) {
    if (tick != looking) { // superseded by an earlier choice
      return;
    }
    looking = NOT;
    long next = NEVER;
    ready.clear();
    for (int w = 0; w < asked.length; w++) {
      if (asked[w] != NOT && asked[w] <= tick) {
        ready.add(w, asked[w]);
      } else if (asked[w] != NOT) {
        next = Math.min(next, asked[w]);
      }
    }
    int w = ready.pick();
    if (w >= 0) {
      next = ready.count() > 1 ? tick + 1 : next;
      asked[w] = NOT;
      ready.issued(w, tick);
      go(w, tick);
    }
    if (next != NEVER) {
      look(Math.max(next, portFree));
    }
  }

  private void go(int w, long tick) {
    if (ending[w]) {
      end(w, tick);
      return;
    }
    account.advance(0, tick, WAITING, row[w]);
    long now = tick;
    while (true) {
      int number = wavefronts.block(w);
      Instruction[] block = blocks[number];
      while (position[w] < block.length) {
        Instruction i = block[position[w]];
        boolean noticed = i.op() == Op.BARRIER || touchesMemory(i);
        if (noticed && now > tick) { // its own event, at its own time
          portFree = now;
          wake(w, now);
          return;
        }
        if (touchesMemory(i) && !memory.canAccept()) {
          full = true; // repeated when the memory unit accepts requests again
          wake(w, NEVER);
          return;
        }
        row[w] = firstRow[number] + position[w]++;
        account.advance(0, ++now, ISSUED, row[w]);
        if (i.isRecorded()) {
          wavefronts.access(w, i.memory().slot(), access);
        }
        if (touchesMemory(i) && transfer(w, i, tick)) {
          portFree = now;
          return; // goes on when the data is there
        }
        if (i.op() == Op.BARRIER) {
          portFree = now;
          advance(w);
          barrier(w, tick);
          return;
        }
      }
      if (advance(w)) {
        ending[w] = true;
        portFree = now;
        wake(w, now);
        return;
      }
    }
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
      account.advance(0, tick, WAITING, row[w]);
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

  /** Sends the transactions of an access; returns whether the wavefront must wait. */
  private boolean transfer(int w, Instruction i, long tick) {
    boolean load = i.op() != Op.STORE;
    int token = memory.begin(w);
    int answer = load ? token : MemoryUnit.NO_TOKEN;
    counts.request((long) access.active() * access.elementBytes());
    if (i.op() == Op.ATOMIC) {
      lines.coalesce(access, (line, bytes) -> memory.atomic(tick, answer, line, 4, 1));
    } else if (load) {
      lines.coalesce(access, (line, bytes) -> memory.read(tick, answer, line, bytes));
    } else {
      lines.coalesce(access, (line, bytes) -> memory.write(tick, answer, line, bytes));
    }
    long at = memory.end(token);
    if (load && at != MemoryUnit.PENDING) {
      wake(w, Math.max(at, tick + 1));
    }
    return load || at == MemoryUnit.PENDING;
  }

  @Override
  public void completed(int owner, int token, long tick) {
    wake(owner, tick + 1);
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
  }
}
