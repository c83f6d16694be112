// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.util.List;

/**
 * Builds a generated kernel. The kernel has the parameters {@code out, in, n}, executes a loop body
 * {@code n} times, and stores a result, so that no part of the body is dead code.
 */
final class Microkernel {
  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter("out", Type.I64, 0, 8, false, true),
          new Parameter("in", Type.I64, 8, 8, true, true),
          new Parameter("n", Type.I32, 16, 4, false, false));

  private final KernelBuilder builder;
  private final int out;
  private final int in;
  private final int rounds;
  private final int item;
  private final int global;
  private int block;

  Microkernel(String name) {
    builder = new KernelBuilder(name, Microkernels.ID, name);
    block = builder.block();
    out = parameter(PARAMETERS.get(0), Type.PTR);
    in = parameter(PARAMETERS.get(1), Type.PTR);
    rounds = parameter(PARAMETERS.get(2), Type.I32);
    item = special(Special.LOCAL_ID_X);
    int group = special(Special.GROUP_ID_X);
    int size = special(Special.LOCAL_SIZE_X);
    int first = op(Type.I32, InstructionBuilder.of(Op.MUL, Type.I32).from(r(group), r(size)));
    global = op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(first), r(item)));
  }

  static Operand r(int register) {
    return Operand.register(register);
  }

  static Operand i(long bits) {
    return Operand.immediate(bits);
  }

  /**
   * Returns a kernel with the same parameters that ends immediately, without computing addresses.
   */
  static Kernel empty(String name) {
    KernelBuilder builder = new KernelBuilder(name, Microkernels.ID, name);
    for (Parameter p : PARAMETERS) {
      builder.parameter(p);
    }
    builder.add(builder.block(), InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return builder.build();
  }

  private int parameter(Parameter p, Type register) {
    builder.parameter(p);
    return op(
        register,
        InstructionBuilder.of(Op.LOAD, register)
            .from(i(p.offset()))
            .memory(
                new MemoryAccess(
                    Space.PARAMETER, p.type(), 1, -1, 0, MemoryAccess.Qualifiers.CONSTANT)));
  }

  void lanes(int width) {
    builder.fixedWidth(width);
  }

  /** Returns the register with the index of the work-item in its group. */
  int item() {
    return item;
  }

  /** Returns the register with the index of the work-item in the launch. */
  int global() {
    return global;
  }

  /** Returns the register with the address of the second buffer. */
  int in() {
    return in;
  }

  int special(Special which) {
    return op(Type.I32, InstructionBuilder.of(Op.SPECIAL, Type.I32).special(which));
  }

  int register(Type type) {
    return builder.register(type, "r");
  }

  void add(InstructionBuilder instruction) {
    builder.add(block, instruction.build());
  }

  /** Adds an operation with a new register as its destination. */
  int op(Type type, InstructionBuilder instruction) {
    int to = register(type);
    add(instruction.to(to));
    return to;
  }

  /** Adds a 32-bit integer operation with a new register as its destination. */
  int integer(Op op, Operand a, Operand b) {
    return op(Type.I32, InstructionBuilder.of(op, Type.I32).from(a, b));
  }

  /** Converts a value, possibly with loss, to an integer. */
  int word(Type type, int value) {
    return type == Type.I32
        ? value
        : op(
            Type.I32,
            InstructionBuilder.of(Op.CONVERT, Type.I32)
                .sourceType(type)
                .signed(true)
                .rounding(Rounding.ZERO)
                .from(Operand.register(value)));
  }

  /** Copies a value to a new register that a loop may modify. */
  int variable(Type type, Operand value) {
    return op(type, InstructionBuilder.of(Op.MOVE, type).from(value));
  }

  int address(int base, int offset) {
    int wide =
        op(
            Type.PTR,
            InstructionBuilder.of(Op.MUL_WIDE, Type.PTR)
                .sourceType(Type.I32)
                .from(r(offset), i(1)));
    return op(Type.PTR, InstructionBuilder.of(Op.ADD, Type.PTR).from(r(base), r(wide)));
  }

  private static MemoryAccess access(Space space, int width, long offset, boolean readOnly) {
    return new MemoryAccess(
        space,
        Type.I32,
        width,
        0,
        offset,
        readOnly ? MemoryAccess.Qualifiers.CONSTANT : MemoryAccess.Qualifiers.NONE);
  }

  int[] load(Space space, int address, long offset, int width) {
    Integer[] to = new Integer[width];
    int[] found = new int[width];
    for (int k = 0; k < width; k++) {
      found[k] = register(Type.I32);
      to[k] = found[k];
    }
    add(
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .from(r(address))
            .to(to)
            .memory(access(space, width, offset, space == Space.GLOBAL)));
    return found;
  }

  void load(int address, int to) {
    add(
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .from(r(address))
            .to(to)
            .memory(access(Space.GLOBAL, 1, 0, true)));
  }

  void store(int address, long offset, int... values) {
    Operand[] from = new Operand[values.length + 1];
    from[0] = r(address);
    for (int k = 0; k < values.length; k++) {
      from[k + 1] = r(values[k]);
    }
    add(
        InstructionBuilder.of(Op.STORE, Type.I32)
            .from(from)
            .memory(access(Space.GLOBAL, values.length, offset, false)));
  }

  /** Declares local memory, which starts at address 0. */
  void local(int bytes) {
    builder.variable(new Variable("local", Space.LOCAL, 0, bytes, 16, new byte[0]));
  }

  /** Executes a body {@code n} times, in a loop that compilers must not unroll. */
  void loop(Runnable body) {
    int from = block;
    int loop = builder.block();
    int after = builder.block();
    builder.successors(from, loop);
    block = loop;
    body.run();
    add(InstructionBuilder.of(Op.ADD, Type.I32).to(rounds).from(r(rounds), i(0xFFFFFFFFL)));
    int more =
        op(
            Type.I1,
            InstructionBuilder.of(Op.COMPARE, Type.I1)
                .sourceType(Type.I32)
                .comparison(Comparison.NE)
                .from(r(rounds), i(0)));
    InstructionBuilder branch = InstructionBuilder.of(Op.BRANCH, Type.I1).guard(more, false);
    builder.add(block, branch.variant(Variant.Loop.KEPT).build());
    builder.successors(block, after, loop);
    block = after;
  }

  /** Executes a body {@code n} times in one work-item of the group, and once in all others. */
  void loopOf(int which, Runnable body) {
    int isIt =
        op(
            Type.I1,
            InstructionBuilder.of(Op.COMPARE, Type.I1)
                .sourceType(Type.I32)
                .comparison(Comparison.EQ)
                .from(r(item), r(which)));
    add(InstructionBuilder.of(Op.SELECT, Type.I32).to(rounds).from(r(rounds), i(1), r(isIt)));
    loop(body);
  }

  void barrier() {
    add(InstructionBuilder.of(Op.BARRIER, Type.I32).variant(Variant.Barrier.WAIT).from(i(0)));
    int from = block;
    block = builder.block();
    builder.successors(from, block);
  }

  /** Stores one word per work-item in the first buffer, and ends the kernel. */
  Kernel storing(int value) {
    int offset = integer(Op.SHL, r(global), i(2));
    store(address(out, offset), 0, value);
    return ending();
  }

  /** Returns the register with the address of the first buffer. */
  int out() {
    return out;
  }

  Kernel ending() {
    add(InstructionBuilder.of(Op.EXIT, Type.I1));
    return builder.build();
  }
}
