// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * Blocks before a kernel in which a work-group moves elements between global and local memory: a
 * beginning that may skip the loop, a loop of independent accesses and as many stores to local
 * memory, and a barrier. For loads, the elements come from global memory. For atomics, the local
 * copies are cleared and added to the global ones; the order does not affect the amount of work.
 *
 * @param load an access, of whose type elements are moved
 * @param loads elements that the loop moves
 */
record FillBlocks(ExtraRegisters extra, Instruction load, int loads) {
  static final int COUNT = 3;

  private static final int LOOP = 1;
  private static final int BARRIER = 2;

  /** Returns the blocks; their slots are numbered later. */
  List<Block> make() {
    int loop = extra.loops();
    int more = extra.value(1, false);
    Type type = addressType();
    int address = extra.register(type, "source");
    Operand item = Operand.register(extra.item());
    Operand bytes = Operand.immediate(load.memory().bytes());
    Op scale = type.bits() == 64 ? Op.MUL_WIDE : Op.MUL;
    extra.add(
        InstructionBuilder.of(scale, type)
            .sourceType(type.bits() == 64 ? Type.I32 : type)
            .to(address)
            .from(item, bytes)
            .line(load.line())
            .build());
    List<Instruction> body = body(type, address, item, bytes, more);
    List<Instruction> begin = new ArrayList<>(extra.setup());
    begin.add(branch(more));
    return List.of(
        new Block(0, begin, List.of(LOOP, BARRIER), BARRIER, -1, 0),
        new Block(LOOP, body, List.of(BARRIER, LOOP), BARRIER, loop, 1),
        new Block(BARRIER, List.of(barrier()), List.of(COUNT), COUNT, -1, 0));
  }

  private Type addressType() {
    Operand address = load.sources().get(0);
    return address.isRegister() ? extra.types().get(address.register()) : Type.PTR;
  }

  private List<Instruction> body(Type type, int address, Operand item, Operand bytes, int more) {
    List<Instruction> code = new ArrayList<>();
    List<Instruction> stores = new ArrayList<>();
    for (int n = 0; n < loads; n++) {
      List<Integer> results = new ArrayList<>();
      List<Operand> stored = new ArrayList<>(List.of(item));
      if (load.op() == Op.ATOMIC) {
        stored.add(Operand.register(extra.value(load.type().bits(), false)));
      }
      for (int d : load.op() == Op.LOAD ? load.destinations() : List.<Integer>of()) {
        int result = extra.register(d < 0 ? load.type() : extra.types().get(d), "element");
        results.add(result);
        stored.add(Operand.register(result));
      }
      code.add(access(address, results));
      stores.add(
          InstructionBuilder.of(Op.STORE, load.type())
              .from(stored)
              .memory(access(Space.LOCAL, false))
              .line(load.line())
              .build());
    }
    code.addAll(stores);
    code.add(
        InstructionBuilder.of(Op.ADD, type)
            .to(address)
            .from(Operand.register(address), bytes)
            .line(load.line())
            .build());
    code.add(branch(more));
    return code;
  }

  /** Returns an access to the work-item's own element in global memory. */
  private Instruction access(int address, List<Integer> results) {
    List<Operand> sources = new ArrayList<>(List.of(Operand.register(address)));
    for (Operand operand : load.sources().subList(1, load.sources().size())) {
      sources.add(
          operand.isRegister()
              ? Operand.register(extra.value(extra.types().get(operand.register()).bits(), false))
              : operand);
    }
    return InstructionBuilder.from(load)
        .to(results)
        .from(sources)
        .memory(access(load.memory().space(), load.memory().readOnly()))
        .build();
  }

  private MemoryAccess access(Space space, boolean readOnly) {
    MemoryAccess m = load.memory();
    return new MemoryAccess(
        space,
        m.element(),
        m.width(),
        0,
        0,
        readOnly ? MemoryAccess.Qualifiers.CONSTANT : MemoryAccess.Qualifiers.NONE);
  }

  private Instruction branch(int predicate) {
    return InstructionBuilder.of(Op.BRANCH, Type.I1)
        .guard(predicate, false)
        .line(load.line())
        .build();
  }

  private Instruction barrier() {
    return InstructionBuilder.of(Op.BARRIER, Type.I32)
        .from(Operand.immediate(0))
        .line(load.line())
        .build();
  }
}
