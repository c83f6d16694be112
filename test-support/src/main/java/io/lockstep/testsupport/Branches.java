// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import io.lockstep.core.engine.Simulation;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Device;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.BitSet;
import java.util.List;

/**
 * Measures the time of control flow: kernels with many consecutive ifs, or with one loop, and the
 * path of each work-item. The difference between the times of two lengths is the time of the
 * additional code.
 */
public final class Branches {
  public enum Way {
    NONE,
    ALL,
    /** The branches are taken by odd work-items only, so that every wavefront diverges. */
    ODD
  }

  private static final int BUFFER = 1 << 20;

  private Branches() {}

  /** Returns a kernel of consecutive ifs with the given numbers of operations on each side. */
  public static Kernel ifs(int count, int notTaken, int taken) {
    KernelBuilder b = new KernelBuilder("ifs", "test", "ifs");
    int[] registers = begin(b, b.block());
    int last = 0;
    for (int k = 0; k < count; k++) {
      int one = b.block();
      int other = b.block();
      int meet = b.block();
      branch(b, last, registers);
      b.successors(last, one, other);
      operations(b, one, registers[1], Op.ADD, notTaken);
      b.add(one, InstructionBuilder.of(Op.JUMP, Type.I1).build());
      b.successors(one, meet);
      operations(b, other, registers[1], Op.MUL, taken);
      b.add(other, InstructionBuilder.of(Op.JUMP, Type.I1).build());
      b.successors(other, meet);
      last = meet;
    }
    return end(b, last, registers);
  }

  /** Returns a kernel with a loop of the given number of operations per trip. */
  public static Kernel loop(int operations) {
    KernelBuilder b = new KernelBuilder("loop", "test", "loop");
    int[] registers = begin(b, b.block());
    int body = b.block();
    int exit = b.block();
    b.add(0, InstructionBuilder.of(Op.JUMP, Type.I1).build());
    b.successors(0, body);
    operations(b, body, registers[1], Op.ADD, operations);
    branch(b, body, registers);
    b.successors(body, exit, body);
    return end(b, exit, registers);
  }

  private static int[] begin(KernelBuilder b, int block) {
    int id = b.register(Type.I32, "id");
    int value = b.register(Type.F32, "value");
    int p = b.register(Type.I1, "p");
    b.add(
        block,
        InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    b.add(
        block,
        InstructionBuilder.of(Op.CONVERT, Type.F32)
            .sourceType(Type.I32)
            .to(value)
            .from(Operand.register(id))
            .build());
    return new int[] {id, value, p};
  }

  private static void branch(KernelBuilder b, int block, int[] registers) {
    b.add(
        block,
        InstructionBuilder.of(Op.COMPARE, Type.I1)
            .sourceType(Type.F32)
            .comparison(Comparison.LT)
            .to(registers[2])
            .from(Operand.register(registers[1]), Operand.immediate(0))
            .build());
    b.add(block, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(registers[2], false).build());
  }

  private static void operations(KernelBuilder b, int block, int value, Op op, int count) {
    for (int k = 0; k < count; k++) {
      b.add(
          block,
          InstructionBuilder.of(op, Type.F32)
              .to(value)
              .from(Operand.register(value), Operand.register(value))
              .build());
    }
  }

  private static Kernel end(KernelBuilder b, int block, int[] registers) {
    b.add(
        block,
        InstructionBuilder.of(Op.STORE, Type.F32)
            .memory(new MemoryAccess(Space.GLOBAL, Type.F32, 1, 0, 0))
            .from(Operand.register(registers[0]), Operand.register(registers[1]))
            .build());
    b.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return b.build();
  }

  /** Returns the ticks of one group that takes the same way at each of a kernel's ifs. */
  public static long ifs(Device device, int size, int count, int notTaken, int taken, Way way) {
    BitSet none = new BitSet();
    BitSet all = new BitSet();
    all.set(0, count);
    BitSet[] outcomes = way == Way.NONE ? bits(none) : way == Way.ALL ? bits(all) : bits(none, all);
    int[] blocks = new int[outcomes.length];
    java.util.Arrays.fill(blocks, 2 * count + 1);
    return run(device, ifs(count, notTaken, taken), size, blocks, outcomes);
  }

  /** Returns the ticks of one group whose even and odd work-items make given numbers of trips. */
  public static long loop(Device device, int size, int operations, int even, int odd) {
    int[] trips = even == odd ? new int[] {even} : new int[] {even, odd};
    BitSet[] outcomes = new BitSet[trips.length];
    int[] blocks = new int[trips.length];
    for (int k = 0; k < trips.length; k++) {
      outcomes[k] = new BitSet();
      outcomes[k].set(0, trips[k] - 1);
      blocks[k] = trips[k] + 2;
    }
    return run(device, loop(operations), size, blocks, outcomes);
  }

  private static BitSet[] bits(BitSet... sets) {
    return sets;
  }

  private static long run(Device device, Kernel kernel, int size, int[] blocks, BitSet[] outcomes) {
    int paths = blocks.length;
    int[] outcomeBit = new int[paths + 1];
    BitSet packed = new BitSet();
    for (int k = 0; k < paths; k++) {
      int from = outcomeBit[k];
      outcomes[k].stream().forEach(bit -> packed.set(from + bit));
      int bits = branches(kernel, blocks[k]);
      outcomeBit[k + 1] = from + bits;
    }
    long[] words = new long[(outcomeBit[paths] + 63) / 64 + 1];
    System.arraycopy(packed.toLongArray(), 0, words, 0, packed.toLongArray().length);
    int[] pathOf = new int[size];
    for (int i = 0; i < size; i++) {
      pathOf[i] = i % paths;
    }
    Segment segment =
        new Segment(
            size,
            new Segment.Paths(
                paths == 1 ? null : pathOf, new int[paths], blocks, outcomeBit, words),
            new Segment.Occurrences(new int[] {0, 1}, new int[1], new int[] {1}),
            new Segment.Formulas(
                new byte[] {(byte) RunKind.AFFINE.ordinal()},
                new long[] {io.lockstep.kernel.ir.Address.of(0, 0)},
                new long[1],
                new int[] {4, 0, 0}),
            Segment.Scatters.none(1),
            Waits.NONE);
    return run(device, kernel, size, new WorkGroupRecord(0, List.of(segment)));
  }

  /** Returns the number of visited blocks with an outcome: all but jumps and the end. */
  private static int branches(Kernel kernel, int walked) {
    boolean loops =
        kernel.blocks().stream()
            .map(Block::id)
            .anyMatch(id -> kernel.blocks().get(id).successors().contains(id));
    return loops ? walked - 2 : walked / 2;
  }

  private static long run(Device device, Kernel kernel, int size, WorkGroupRecord record) {
    MachineKernel code = device.lower(kernel);
    Geometry geometry = new Geometry(1, 1, 1, size, 1, 1);
    Simulation simulation = Simulation.builder().build();
    Machine machine = device.assemble(simulation);
    long[] place = new long[1];
    machine.place(new long[] {BUFFER}, place);
    LaunchPlan plan =
        new LaunchPlan(
            code, geometry, device.occupancy(code, geometry, 0), kernel.localBytes(), place);
    machine.launch(0, plan, once(record), 1);
    simulation.run();
    if (!machine.idle(0)) {
      throw new IllegalStateException(simulation.diagnosis());
    }
    return machine.finishedAt(0) - 1;
  }

  private static WorkGroupSource once(WorkGroupRecord record) {
    return new WorkGroupSource() {
      private boolean given;

      @Override
      public Status next() {
        Status status = given ? Status.END : Status.RECORD;
        given = true;
        return status;
      }

      @Override
      public WorkGroupRecord record() {
        return record;
      }
    };
  }
}
