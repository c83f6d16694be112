package com.example.toy;

import io.lockstep.parts.unit.MemoryAccessCounts;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.device.LaunchPlan;
import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.parts.unit.Cluster;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.issue.LongestReady;
import io.lockstep.parts.issue.ReadyWavefronts;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.parts.unit.MemoryUnitConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.stats.Totals;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One port that issues one operation a cycle; a wavefront keeps it until its next access to memory,
 * barrier or end, and waits for each of its loads. A stretch of operations is one event.
 */
final class ToyUnit extends ComputeUnit implements MemoryUnit.Listener, MemoryAccessCounts {
  private static final int ISSUED = ToyCause.ISSUED.ordinal();
  private static final int WAITING = ToyCause.WAITING.ordinal();
  private static final int IDLE = ToyCause.NO_WAVEFRONT.ordinal();
  private static final int LINE = 64;
  private static final long NOT = -1;

  private final Access access = new Access();
  private final MemoryUnit memory;
  private final EventKind issue;
  private final EventKind look;
  private final int[] position; // by wavefront: next instruction of its block
  private final boolean[] ending; // by wavefront: nothing left but to go
  private final ReadyWavefronts others; // null: who asks first
  private final long[] asked; // by wavefront: since when it wants the port, where others choose
  private Instruction[][] blocks;
  private boolean looking;
  private long portFree;
  private boolean empty = true;
  private long requested;

  ToyUnit(Cluster cluster, int index, MemorySide side, DeviceSpec spec) {
    super(cluster, index, config(spec));
    MemoryUnitConfig config = MemoryUnitConfig.of(spec, "memory.").build();
    memory =
        owns(new MemoryUnit(cluster, "cu[" + index + "].memory", index, config, side, this));
    issue = cluster.kind("toy.issue", Phase.WORK, (ToyUnit u, long tick, int w) -> u.issue(w, tick));
    position = new int[spec.integer("unit.wavefronts")];
    ending = new boolean[spec.integer("unit.wavefronts")];
    asked = new long[ending.length];
    Arrays.fill(asked, NOT);
    others = ReadyWavefronts.unless(LongestReady.NAME, spec, ending.length);
    look = others == null ? null :
        cluster.kind("toy.look", Phase.WORK, (ToyUnit u, long tick, int x) -> u.look(tick));
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
    for (Block b : list) {
      blocks[b.id()] = b.instructions().toArray(Instruction[]::new);
    }
  }

  @Override
  protected void wavefrontStarted(int w, long tick) {
    position[w] = 0;
    if (others != null) {
      others.started(w);
    }
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

  private void wake(int w, long tick) {
    cluster.partition().at(Math.max(tick, portFree), issue, component, w);
  }

  /** Issues a wavefront's operations up to the next one that others can notice. */
  private void issue(int w, long tick) {
    if (others != null) {
      ask(w, tick);
      return;
    }
    if (portFree > tick) { // somebody else has the port
      cluster.partition().at(portFree, issue, component, w);
      return;
    }
    go(w, tick);
  }

  /** A wavefront wants the port; who has it is decided when all of this tick have asked. */
  private void ask(int w, long tick) {
    asked[w] = tick;
    if (!looking) {
      looking = true;
      cluster.partition().at(Math.max(tick, portFree), look, component, 0);
    }
  }

  /** Gives the port to the one that the policy chooses. */
  private void look(long tick) {
    looking = false;
    others.clear();
    for (int w = 0; w < asked.length; w++) {
      if (asked[w] != NOT) {
        others.add(w, asked[w]);
      }
    }
    int w = others.pick();
    if (w < 0) {
      return;
    }
    if (others.count() > 1) {
      looking = true;
    }
    asked[w] = NOT;
    others.issued(w, tick);
    go(w, tick);
    if (looking) {
      cluster.partition().at(Math.max(tick, portFree), look, component, 0);
    }
  }

  private void go(int w, long tick) {
    if (ending[w]) {
      end(w, tick);
      return;
    }
    account.advance(0, tick, WAITING);
    long now = tick;
    while (true) {
      Instruction[] block = blocks[wavefronts.block(w)];
      while (position[w] < block.length) {
        Instruction i = block[position[w]];
        boolean noticed = i.op() == Op.BARRIER || touchesMemory(i);
        if (noticed && now > tick) { // its own event, at its own time
          occupy(now);
          wake(w, now);
          return;
        }
        position[w]++;
        now++;
        if (i.isRecorded()) {
          wavefronts.access(w, i.memory().slot(), access);
        }
        if (touchesMemory(i) && transfer(w, i, tick)) {
          occupy(now);
          return; // goes on when the data is there
        }
        if (i.op() == Op.BARRIER) {
          occupy(now);
          advance(w);
          barrier(w, tick);
          return;
        }
      }
      if (advance(w)) {
        ending[w] = true;
        occupy(now);
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
      account.advance(0, tick, WAITING);
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

  private void occupy(long until) {
    account.advance(0, until, ISSUED);
    portFree = until;
  }

  /** Sends each line once; answers whether the wavefront must wait. */
  private boolean transfer(int w, Instruction i, long tick) {
    boolean load = i.op() != Op.STORE;
    int token = load ? memory.begin(w) : MemoryUnit.NO_TOKEN;
    requested += (long) access.active() * access.elementBytes();
    long last = -1;
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      long line = access.address(lane) & -LINE;
      if (line != last) {
        if (i.op() == Op.ATOMIC) {
          memory.atomic(tick, token, line, 4, 1);
        } else if (load) {
          memory.read(tick, token, line, LINE);
        } else {
          memory.write(tick, token, line, LINE);
        }
        last = line;
      }
    }
    if (!load) {
      return false;
    }
    long at = memory.end(token);
    if (at != MemoryUnit.PENDING) {
      wake(w, at);
    }
    return true;
  }

  @Override
  public void completed(int owner, int token, long tick) {
    wake(owner, tick);
  }

  @Override
  public void accepting(long tick) {}

  @Override
  public void drained(long tick) {
    memoryDrained(tick);
  }

  @Override
  protected void addStatistics(long tick, Totals out) {
    STATISTICS.write(this, out);
  }

  @Override
  public long accesses() {
    return memory.instructions();
  }

  @Override
  public long transactions() {
    return memory.transactions();
  }

  @Override
  public long bytesRequested() {
    return requested;
  }

  @Override
  public long bytesMoved() {
    return memory.bytesMoved();
  }

  @Override
  protected void resetOwnStatistics(long tick) {
    requested = 0;
  }

  @Override
  protected void saveOwn(StateWriter out) {
    out.writeInts(position);
    for (boolean e : ending) {
      out.writeBoolean(e);
    }
    out.writeLong(portFree);
    out.writeBoolean(empty);
    out.writeLong(requested);
    if (others != null) {
      out.writeLongs(asked);
      out.writeBoolean(looking);
      others.save(out);
    }
  }

  @Override
  protected void loadOwn(StateReader in) {
    System.arraycopy(in.readInts(), 0, position, 0, position.length);
    for (int w = 0; w < ending.length; w++) {
      ending[w] = in.readBoolean();
    }
    portFree = in.readLong();
    empty = in.readBoolean();
    requested = in.readLong();
    if (others != null) {
      in.readInto(asked);
      looking = in.readBoolean();
      others.load(in);
    }
  }
}
