// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import io.lockstep.core.engine.Simulation;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Device;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Small kernels with handmade traces: a body that is repeated in a loop, and where it has a memory
 * operation, its addresses.
 */
public class LoopBench {
  /** Ticks and statistics of a launch. */
  public record Outcome(long ticks, SortedMap<String, Long> counts) {
    /** A statistic, 0 where it is absent. */
    public long count(String name) {
      return counts.getOrDefault(name, 0L);
    }
  }

  /** Builds the loop's body: receives the builder, its block, and a divergent pointer. */
  @FunctionalInterface
  public interface Body {
    /** Adds instructions. */
    void add(KernelBuilder builder, int block, int pointer, int thread);
  }

  /** For classes that add benches of a family. */
  protected LoopBench() {}

  /** A kernel whose middle block repeats a body. */
  public static Kernel loop(Body body) {
    KernelBuilder b = new KernelBuilder("bench", "test", "bench.test");
    b.parameter(new Parameter("base", Type.I64, 0, 8, false, false));
    b.parameter(new Parameter("count", Type.I32, 8, 4, false, false));
    int thread = b.register(Type.I32, "%thread");
    int base = b.register(Type.PTR, "%base");
    int offset = b.register(Type.PTR, "%offset");
    int pointer = b.register(Type.PTR, "%pointer");
    int count = b.register(Type.I32, "%count");
    int more = b.register(Type.I1, "%more");
    int entry = b.block();
    int loop = b.block();
    int exit = b.block();
    b.add(
        entry,
        InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(thread).build());
    b.add(entry, parameter(Type.PTR, base, 0));
    b.add(entry, parameter(Type.I32, count, 8));
    b.add(
        entry,
        InstructionBuilder.of(Op.MUL_WIDE, Type.PTR)
            .sourceType(Type.I32)
            .to(offset)
            .from(Operand.register(thread), Operand.immediate(4))
            .build());
    b.add(
        entry,
        InstructionBuilder.of(Op.ADD, Type.PTR)
            .to(pointer)
            .from(Operand.register(base), Operand.register(offset))
            .build());
    body.add(b, loop, pointer, thread);
    b.add(
        loop,
        InstructionBuilder.of(Op.ADD, Type.I32)
            .to(count)
            .from(Operand.register(count), Operand.immediate(-1))
            .build());
    b.add(
        loop,
        InstructionBuilder.of(Op.COMPARE, Type.I1)
            .sourceType(Type.I32)
            .comparison(Comparison.NE)
            .to(more)
            .from(Operand.register(count), Operand.immediate(0))
            .build());
    b.add(loop, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(more, false).build());
    b.successors(loop, exit, loop);
    b.add(exit, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return b.build();
  }

  private static Instruction parameter(Type type, int register, int offset) {
    return InstructionBuilder.of(Op.LOAD, type)
        .to(register)
        .from(Operand.immediate(offset))
        .memory(
            new MemoryAccess(
                Space.PARAMETER,
                type == Type.PTR ? Type.I64 : type,
                1,
                -1,
                0,
                MemoryAccess.Qualifiers.CONSTANT))
        .build();
  }

  /** A dependent load: the loaded value is the next address. */
  public static void chase(KernelBuilder b, int block, int pointer) {
    b.add(
        block,
        InstructionBuilder.of(Op.LOAD, Type.PTR)
            .to(pointer)
            .from(Operand.register(pointer))
            .memory(new MemoryAccess(Space.GLOBAL, Type.I64, 1, 0, 0))
            .build());
  }

  /** Some vector operations, each reading what the one before wrote, or none of the others. */
  public static void arithmetic(
      KernelBuilder b, int block, int thread, Op op, Type type, int count, boolean dependent) {
    int value = b.register(type, "%value");
    for (int i = 0; i < count; i++) {
      int to = dependent ? value : b.register(type, "%v" + i);
      b.add(
          block,
          InstructionBuilder.of(op, type)
              .approximate(true)
              .to(to)
              .from(
                  op == Op.RCP
                      ? List.of(Operand.register(dependent ? value : thread))
                      : List.of(
                          Operand.register(dependent ? value : thread), Operand.register(thread)))
              .build());
      if (!dependent || i == count - 1) {
        keep(b, block, to);
      }
    }
  }

  /** A use that cannot be removed: a compare into a predicate that selects. */
  private static void keep(KernelBuilder b, int block, int register) {
    // A fence reads nothing; the value stays alive by being live out of the loop.
    b.add(
        block, InstructionBuilder.of(Op.PRINTF, Type.I32).from(Operand.register(register)).build());
  }

  /** A record of a group whose work-items all run the loop so often. */
  public static WorkGroupRecord record(
      long group, int workItems, int iterations, int slots, long[][] bases, int laneStride) {
    int blocks = iterations + 2;
    long[] outcomes = new long[(iterations + 63) / 64 + 1];
    for (int i = 0; i < iterations - 1; i++) {
      outcomes[i >> 6] |= 1L << (i & 63);
    }
    int runs = 0;
    int[] slotRun = new int[slots + 1];
    for (int s = 0; s < slots; s++) {
      slotRun[s] = runs;
      runs += bases[s].length;
    }
    slotRun[slots] = runs;
    int[] first = new int[runs];
    int[] count = new int[runs];
    byte[] kind = new byte[runs];
    long[] base = new long[runs];
    int[] strides = new int[3 * runs];
    int r = 0;
    for (int s = 0; s < slots; s++) {
      for (int i = 0; i < bases[s].length; i++, r++) {
        first[r] = i;
        count[r] = 1;
        kind[r] = (byte) RunKind.AFFINE.ordinal();
        base[r] = bases[s][i];
        strides[3 * r] = laneStride;
      }
    }
    Segment segment =
        new Segment(
            workItems,
            new Segment.Paths(
                null, new int[] {0}, new int[] {blocks}, new int[] {0, iterations}, outcomes),
            new Segment.Occurrences(slotRun, first, count),
            new Segment.Formulas(kind, base, new long[runs], strides),
            Segment.Scatters.none(runs),
            Waits.NONE);
    return new WorkGroupRecord(group, List.of(segment));
  }

  /** Runs groups on a device. */
  public static Outcome run(
      Device device, Kernel kernel, int groupSize, List<WorkGroupRecord> records) {
    Simulation simulation = Simulation.builder().build();
    Machine machine = device.assemble(simulation);
    MachineKernel code = device.lower(kernel);
    Geometry geometry = new Geometry(records.size(), 1, 1, groupSize, 1, 1);
    LaunchPlan plan =
        new LaunchPlan(
            code,
            geometry,
            device.occupancy(code, geometry, 0),
            kernel.localBytes(),
            new long[] {1L << 34, 1L << 36});
    machine.launch(0, plan, source(records), 0);
    simulation.run();
    if (!machine.idle(0)) {
      throw new AssertionError("the launch has not ended: " + simulation.diagnosis());
    }
    SortedMap<String, Long> counts = new TreeMap<>();
    machine.statistics(
        simulation.now(),
        new StatisticsSink() {
          @Override
          public void count(String name, long value) {
            counts.put(name, value);
          }

          @Override
          public void ratio(String name, long numerator, long denominator) {
            // ratios follow from counts
          }
        });
    return new Outcome(machine.finishedAt(0), counts);
  }

  private static WorkGroupSource source(List<WorkGroupRecord> records) {
    return new WorkGroupSource() {
      private int next = -1;

      @Override
      public Status next() {
        return ++next < records.size() ? Status.RECORD : Status.END;
      }

      @Override
      public WorkGroupRecord record() {
        return records.get(next);
      }
    };
  }

  /** Functional addresses of buffer 0, each line of a set once, in a scattered order. */
  public static long[] cycle(int lines, int lineBytes, int passes) {
    long[] order = new long[lines];
    int step = lines * 5 / 8 | 1;
    while (gcd(step, lines) != 1) {
      step += 2;
    }
    long at = 0;
    for (int i = 0; i < lines; i++) {
      order[i] = (1L << 40) + at * lineBytes;
      at = (at + step) % lines;
    }
    long[] all = new long[lines * passes];
    for (int p = 0; p < passes; p++) {
      System.arraycopy(order, 0, all, p * lines, lines);
    }
    return all;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** Clocks per load of one lane walking a set of lines, once the set has been walked before. */
  public static double chaseLatency(Device device, int lines, int lineBytes, boolean warm) {
    Kernel kernel = loop((b, block, pointer, thread) -> chase(b, block, pointer));
    int many = warm ? 3 : 1;
    long[] a = cycle(lines, lineBytes, many);
    long[] half = Arrays.copyOf(a, warm ? 2 * lines : lines / 2);
    List<WorkGroupRecord> shorter =
        new ArrayList<>(List.of(record(0, 1, half.length, 1, new long[][] {half}, 0)));
    List<WorkGroupRecord> longer =
        new ArrayList<>(List.of(record(0, 1, a.length, 1, new long[][] {a}, 0)));
    long t0 = run(device, kernel, 1, shorter).ticks();
    long t1 = run(device, kernel, 1, longer).ticks();
    return (double) (t1 - t0) / (a.length - half.length);
  }
}
