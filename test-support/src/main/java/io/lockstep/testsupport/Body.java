// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.List;

/** Builds a kernel of one block, instruction by instruction. Not thread-safe. */
public final class Body {
  private final KernelBuilder builder;
  private final int block;
  private int sums;

  public Body(String name, String file) {
    builder = new KernelBuilder(name, "test", file);
    block = builder.block();
  }

  public KernelBuilder builder() {
    return builder;
  }

  public int register(Type type, String name) {
    return builder.register(type, name);
  }

  public Body add(Instruction instruction) {
    builder.add(block, instruction);
    return this;
  }

  /** Reads a special register; returns the register of the given type that receives the value. */
  public int special(Type type, Special special) {
    int id = register(type, "id");
    add(InstructionBuilder.of(Op.SPECIAL, Type.I32).special(special).to(id).build());
    return id;
  }

  public int apply(Op op, Type type, String name, Operand a, Operand b) {
    int result = register(type, name);
    add(InstructionBuilder.of(op, type).to(result).from(a, b).build());
    return result;
  }

  /** Emits a sequential sum of registers. */
  public int sum(Type type, List<Integer> registers) {
    int sum = registers.get(0);
    for (int k = 1; k < registers.size(); k++) {
      sum =
          apply(
              Op.ADD,
              type,
              "s" + sums++,
              Operand.register(sum),
              Operand.register(registers.get(k)));
    }
    return sum;
  }

  /** Emits a load of a vector's elements, one register each. */
  public void load(MemoryAccess access, List<Integer> to, int address) {
    add(
        InstructionBuilder.of(Op.LOAD, access.element())
            .memory(access)
            .to(to)
            .from(Operand.register(address))
            .build());
  }

  /** Emits a store of one element, attributed to a line of the source. */
  public void store(MemoryAccess access, int line, int address, int value) {
    add(
        InstructionBuilder.of(Op.STORE, access.element())
            .line(line)
            .memory(access)
            .from(Operand.register(address), Operand.register(value))
            .build());
  }

  /** Stores the result in global memory and ends the kernel. */
  public Kernel end(Type type, int address, int value) {
    store(new MemoryAccess(Space.GLOBAL, type, 1, 0, 0), 0, address, value);
    add(InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return builder.build();
  }
}
