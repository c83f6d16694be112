// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.util.List;

/** Builds small kernels for the tests of this module; each block falls through to the next. */
public final class Sample {
  private final KernelBuilder kernel = new KernelBuilder("k", "test", "k.test");
  private int block = kernel.block();

  /** Begins the first block. */
  public Sample() {}

  public static Operand r(int register) {
    return Operand.register(register);
  }

  public static Operand c(long bits) {
    return Operand.immediate(bits);
  }

  /** Adds registers of 32 bits; returns the first. */
  public int words(int count) {
    return registers(Type.I32, count);
  }

  public int registers(Type type, int count) {
    int first = kernel.register(type, "r");
    for (int k = 1; k < count; k++) {
      kernel.register(type, "r");
    }
    return first;
  }

  public int block() {
    block = kernel.block();
    return block;
  }

  public Sample add(Instruction instruction) {
    kernel.add(block, instruction);
    return this;
  }

  public Instruction op(Op op, int to, Operand... from) {
    Instruction i = InstructionBuilder.of(op, Type.I32).to(to).from(from).build();
    add(i);
    return i;
  }

  public Instruction load(Space space, int to, Operand address) {
    Instruction i =
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .to(to)
            .from(address)
            .memory(new MemoryAccess(space, Type.I32, 1, -1, 0))
            .build();
    add(i);
    return i;
  }

  public Instruction store(Space space, Operand address, Operand value) {
    Instruction i =
        InstructionBuilder.of(Op.STORE, Type.I32)
            .from(address, value)
            .memory(new MemoryAccess(space, Type.I32, 1, -1, 0))
            .build();
    add(i);
    return i;
  }

  public Sample branch(int predicate, Integer... targets) {
    return branch(
        InstructionBuilder.of(Op.BRANCH, Type.I1).guard(predicate, false).build(), targets);
  }

  public Sample branch(Instruction branch, Integer... targets) {
    add(branch);
    kernel.successors(block, targets);
    return this;
  }

  public Sample jump(int target) {
    add(InstructionBuilder.of(Op.JUMP, Type.I1).build());
    kernel.successors(block, target);
    return this;
  }

  /** Gives each work-item memory of its own. */
  public Sample privateBytes(int bytes) {
    kernel.variable(new Variable("q", Space.PRIVATE, 0, bytes, 4, new byte[0]));
    return this;
  }

  public Sample requiredGroupSize(Integer... size) {
    kernel.requiredGroupSize(List.of(size));
    return this;
  }

  /** Ends the current block and the kernel. */
  public Kernel build() {
    add(InstructionBuilder.of(Op.EXIT, Type.I1).build());
    kernel.successors(block, List.of());
    return kernel.build();
  }
}
