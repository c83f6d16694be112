// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.queue.Phase;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryAccessCounts;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.transaction.MemoryUnitConfig;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.MachineInstructions;
import io.lockstep.parts.unit.TestCause;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.stats.Totals;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The smallest compute unit: one issue port, one instruction in four ticks, a load waits. Its
 * kernel loads a word a work-item, meets at a barrier, stores a word.
 */
final class ToyUnit extends ComputeUnit implements MemoryListener {
  static final int ALU = 0;
  static final int MEMORY = 1;
  static final int BARRIER = 2;
  static final int NONE = 3;
  static final int WIDTH = 16;

  static ComputeUnitConfig config(int groups, int wavefronts) {
    return new ComputeUnitConfig(groups, wavefronts, WIDTH, false, 1, TestCause.SCHEME);
  }

  private final MemoryUnit memory;
  private final EventKind step;
  private final int[] at; // by wavefront: 0 load, 1 barrier, 2 store
  private final Access access = new Access();
  private final StringBuilder log;
  private long portFree;
  private final int[] waiting; // wavefronts that found the memory unit full, as a queue
  private int waitingCount;
  private int items; // of a barrier; 0 for those of the group
  private final long[] instructions = own.counters(1);
  private final MemoryAccessCounts counts;

  ToyUnit(
      Cluster cluster,
      int index,
      MemorySide side,
      ComputeUnitConfig config,
      MemoryUnitConfig memoryConfig,
      StringBuilder log) {
    super(cluster, index, config);
    this.log = log;
    step = cluster.kind("toy.step", Phase.WORK, (ToyUnit u, long tick, int w) -> u.step(w, tick));
    memory =
        owns(new MemoryUnit(cluster, "cu[" + index + "].memory", index, memoryConfig, side, this));
    at = new int[config.wavefronts()];
    waiting = new int[config.wavefronts()];
    counts = own.include(new MemoryAccessCounts(memory));
  }

  /** Launches that state a width have barriers that state their work-items. */
  @Override
  protected void launchStarts(LaunchPlan plan) {
    items = plan.wavefront() == 0 ? 0 : plan.geometry().groupSize();
  }

  @Override
  protected void groupStarted(int group, long tick) {}

  @Override
  protected void wavefrontStarted(int wavefront, long tick) {
    if (log != null && wavefronts.firstWorkItem(wavefront) == 0) {
      log.append(wavefronts.group(wavefront)).append('@').append(index()).append(' ');
    }
    at[wavefront] = 0;
    issue(wavefront, tick, NONE);
  }

  @Override
  protected void barrierReleased(int wavefront, long tick) {
    at[wavefront] = 2;
    issue(wavefront, tick, BARRIER);
  }

  /** Takes the issue port for four ticks; what it did before was waiting for a cause. */
  private void issue(int wavefront, long tick, int waited) {
    long start = Math.max(tick, portFree);
    account.advance(0, start, waited);
    account.advance(0, start + 4, ALU);
    account.state(0, NONE);
    portFree = start + 4;
    instructions[0]++;
    cluster.partition().at(start + 4, step, component, wavefront);
  }

  private void step(int wavefront, long tick) {
    switch (at[wavefront]) {
      case 1 -> barrier(wavefront, 0, items, tick);
      case 3 -> {
        wavefronts.advance(wavefront);
        wavefrontEnded(wavefront, tick);
      }
      default -> access(wavefront, tick);
    }
  }

  private void access(int wavefront, long tick) {
    if (!memory.canAccept()) {
      waiting[waitingCount++] = wavefront;
      return;
    }
    boolean load = at[wavefront] == 0;
    wavefronts.access(wavefront, load ? 0 : 1, access);
    counts.request(0);
    int token = memory.begin(wavefront);
    long first = access.address(access.firstLane());
    int bytes = 4 * access.active();
    if (load) {
      memory.read(tick, token, first, bytes);
    } else {
      memory.write(tick, MemoryUnit.NO_TOKEN, first, bytes);
    }
    long end = memory.end(token);
    at[wavefront]++;
    if (end != MemoryUnit.PENDING) {
      issue(wavefront, Math.max(end, tick), MEMORY);
    }
  }

  @Override
  public void completed(int owner, int token, long tick) {
    issue(owner, tick, MEMORY);
  }

  @Override
  public void accepting(long tick) {
    int n = waitingCount;
    waitingCount = 0;
    int[] again = Arrays.copyOf(waiting, n);
    for (int w : again) {
      access(w, tick);
    }
  }

  @Override
  public void drained(long tick) {
    memoryDrained(tick);
  }

  @Override
  protected void addStatistics(long tick, Totals out) {
    MachineInstructions.STATISTICS.write(() -> instructions[0], out);
    counts.addTo(out);
    if (memory.cache() != null) {
      CacheStatistics.L1.write(memory.cache(), out);
    }
  }

  // ------------------------------------------------------------------ kernel and trace

  private static Kernel kernel() {
    KernelBuilder builder = new KernelBuilder("toy", "test", "toy.k");
    int value = builder.register(Type.I32, "v");
    int address = builder.register(Type.PTR, "p");
    int block = builder.block();
    MemoryAccess word = new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 0);
    builder.add(
        block,
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .to(value)
            .from(Operand.register(address))
            .memory(word)
            .build());
    builder.add(block, InstructionBuilder.of(Op.BARRIER, Type.I1).build());
    builder.add(
        block,
        InstructionBuilder.of(Op.STORE, Type.I32)
            .from(Operand.register(address), Operand.register(value))
            .memory(word)
            .build());
    builder.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return builder.build();
  }

  private record Code(Kernel kernel) implements MachineKernel {
    @Override
    public int registers() {
      return 4;
    }

    @Override
    public String assembly() {
      return "load; barrier; store; exit";
    }
  }

  static LaunchPlan plan(int groups, int size, int residentGroups) {
    return plan(groups, size, residentGroups, 0);
  }

  /**
   * @param width work-items of a wavefront; 0 for the unit's own
   */
  static LaunchPlan plan(int groups, int size, int residentGroups, int width) {
    int wavefronts = (size + WIDTH - 1) / WIDTH;
    return new LaunchPlan(
        new Code(kernel()),
        new Geometry(groups, 1, 1, size, 1, 1),
        new Occupancy(residentGroups, residentGroups * wavefronts, 64, wavefronts, "test"),
        0,
        new long[] {0, 1 << 20},
        List.of(),
        Optional.empty(),
        false,
        width);
  }

  /** The record of a group: reads buffer 0, writes buffer 1, a word a work-item. */
  static WorkGroupRecord record(long group, int size) {
    return new WorkGroupRecord(
        group,
        List.of(
            new Segment(
                size,
                new Segment.Paths(
                    null, new int[] {0}, new int[] {1}, new int[] {0, 0}, new long[] {0}),
                new Segment.Occurrences(new int[] {0, 1, 2}, new int[] {0, 0}, new int[] {1, 1}),
                new Segment.Formulas(
                    new byte[] {(byte) RunKind.AFFINE.ordinal(), (byte) RunKind.AFFINE.ordinal()},
                    new long[] {Address.of(0, group * size * 4), Address.of(1, group * size * 4)},
                    new long[] {0, 0},
                    new int[] {4, 0, 0, 4, 0, 0}),
                new Segment.Scatters(new int[] {0, 0}, new int[] {0, 0}, new int[0], new long[0]),
                Waits.NONE)));
  }

  /** Hands groups out. */
  static final class Source implements WorkGroupSource {
    private final int groups;
    private final int size;
    private int next;
    private WorkGroupRecord record;

    Source(int groups, int size) {
      this.groups = groups;
      this.size = size;
    }

    @Override
    public Status next() {
      if (next == groups) {
        return Status.END;
      }
      record = ToyUnit.record(next++, size);
      return Status.RECORD;
    }

    @Override
    public WorkGroupRecord record() {
      return record;
    }
  }
}
