// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A kernel under construction for a test, with one output buffer of eight bytes a work-item. */
public final class TestKernel {
  public final KernelBuilder builder = new KernelBuilder("k", "test", "k.ptx");
  public final DeviceMemory memory;
  public final List<Long> arguments = new ArrayList<>();
  public Geometry geometry;
  public ExecutionOptions options = ExecutionOptions.defaults();
  public int dynamicLocalBytes;
  public LaunchResources resources = LaunchResources.none();
  public int[] variableBuffers = new int[0];
  public GroupExecutor executor;
  public int block;
  int line = 1;
  private int parameters;

  public TestKernel(int sizeX, int sizeY, int sizeZ) {
    this(sizeX, sizeY, sizeZ, new DeviceMemory());
  }

  public TestKernel(int sizeX, int sizeY, int sizeZ, DeviceMemory memory) {
    this.memory = memory;
    geometry = new Geometry(1, 1, 1, sizeX, sizeY, sizeZ);
    block = builder.block();
  }

  public static Operand r(int register) {
    return Operand.register(register);
  }

  public static Operand i(long bits) {
    return Operand.immediate(bits);
  }

  public static Operand f(float value) {
    return Operand.immediate(Float.floatToRawIntBits(value) & 0xFFFFFFFFL);
  }

  static Operand d(double value) {
    return Operand.immediate(Double.doubleToRawLongBits(value));
  }

  public int register(Type type) {
    return builder.register(type, "r");
  }

  public void add(InstructionBuilder instruction) {
    builder.add(block, instruction.line(line++).build());
  }

  /** An operation into a new register of a type. */
  public int op(Type result, InstructionBuilder instruction) {
    int to = register(result);
    add(instruction.to(to));
    return to;
  }

  public int special(Special special) {
    return op(Type.I32, InstructionBuilder.of(Op.SPECIAL, Type.I32).special(special));
  }

  /** A buffer as a further argument: the register that points to it. */
  public int buffer(String name, long bytes, byte[] initial) {
    int number = memory.allocate(name, Type.I32, bytes, null);
    if (initial != null) {
      memory.write(number, 0, initial, 0, initial.length);
    }
    int offset = 8 * parameters++;
    builder.parameter(new Parameter(name, Type.I64, offset, 8, false, true));
    arguments.add(Address.of(number, 0));
    return op(
        Type.PTR,
        InstructionBuilder.of(Op.LOAD, Type.I64)
            .from(i(offset))
            .memory(access(Space.PARAMETER, Type.I64, 1)));
  }

  public static MemoryAccess access(Space space, Type element, int width) {
    return new MemoryAccess(space, element, width, -1, 0);
  }

  /** base + scale * index. */
  public int address(int base, int index, int scale) {
    int wide =
        op(
            Type.PTR,
            InstructionBuilder.of(Op.MUL_WIDE, Type.PTR)
                .sourceType(Type.I32)
                .signed(true)
                .from(r(index), i(scale)));
    return op(Type.PTR, InstructionBuilder.of(Op.ADD, Type.PTR).from(r(base), r(wide)));
  }

  /** Stores a value of each work-item at its own eight bytes of a buffer. */
  public void storeOwn(int base, Type type, int value) {
    int at = address(base, special(Special.LOCAL_ID_FLAT), 8);
    add(
        InstructionBuilder.of(Op.STORE, type)
            .from(r(at), r(value))
            .memory(access(Space.GLOBAL, type, 1)));
  }

  /** The block ends and goes on to another, which is added to next. */
  public void goOn(int next) {
    builder.successors(block, next);
    block = next;
  }

  public void exit() {
    add(InstructionBuilder.of(Op.EXIT, Type.I1));
  }

  public WorkGroupRecord run() {
    int[] buffers = Arrays.copyOf(variableBuffers, Math.max(16, variableBuffers.length));
    executor =
        new GroupExecutor(
            builder.build(),
            geometry,
            arguments,
            dynamicLocalBytes,
            memory,
            buffers,
            options,
            resources);
    return executor.execute(0);
  }

  /** The eight bytes of a work-item in the first buffer. */
  public long result(int workItem) {
    return memory.loadLong(Address.of(0, 8L * workItem));
  }
}
