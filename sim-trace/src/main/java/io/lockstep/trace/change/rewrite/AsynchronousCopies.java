// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes asynchronous copies of loads of global memory in loops whose values are only stored to
 * local memory, in front of a barrier, which waits for them.
 */
public final class AsynchronousCopies implements ProgramRewrite {
  private static final int WORD = 4;
  private static final int WIDEST = 16; // bytes of a copy

  @Override
  public KernelCopy kernel(Kernel original) {
    int[] uses = new int[original.registers().size()];
    for (Block block : original.blocks()) {
      block.instructions().forEach(i -> i.reads().forEach(r -> uses[r]++));
    }
    KernelCopy copy = new KernelCopy(original);
    boolean any = false;
    for (Block block : original.blocks()) {
      if (block.loop() >= 0 && block.last().is(Variant.Barrier.WAIT)) {
        any |= change(copy.code.get(block.id()).code(), uses);
      }
    }
    return any ? copy : null;
  }

  private static boolean change(List<Instruction> code, int[] uses) {
    Map<Integer, Integer> loads = new HashMap<>(); // places by first result; never iterated
    boolean any = false;
    for (int k = 0; k < code.size(); k++) {
      Instruction i = code.get(k);
      if (i.op() == Op.LOAD && isPlain(i, Space.GLOBAL)) {
        loads.put(i.destinations().get(0), k);
      } else if (i.op() == Op.STORE && isPlain(i, Space.LOCAL)) {
        Operand first = i.sources().get(1);
        Integer from = first.isRegister() ? loads.get(first.register()) : null;
        if (from != null && isCopy(code, from, k, uses)) {
          code.set(from, part(code.get(from)));
          code.set(k, part(i));
          any = true;
        }
      }
    }
    if (any) {
      int end = code.size() - 1; // of the barrier
      int line = code.get(end).line();
      code.add(end, InstructionBuilder.of(Op.COMMIT_COPIES, Type.I1).line(line).build());
      code.add(
          end + 1,
          InstructionBuilder.of(Op.AWAIT_COPIES, Type.I32)
              .from(Operand.immediate(0))
              .line(line)
              .build());
    }
    return any;
  }

  private static boolean isPlain(Instruction i, Space space) {
    MemoryAccess memory = i.memory();
    boolean fits = memory.bytes() == WORD || memory.bytes() == 2 * WORD || memory.bytes() == WIDEST;
    return fits
        && i.isRecorded()
        && !i.isCopy()
        && i.guard() < 0
        && memory.space() == space
        && !memory.isVolatile()
        && memory.order() == MemoryAccess.Qualifiers.NONE.order();
  }

  /** Whether a store writes what a load read and nothing else uses, at the same address. */
  private static boolean isCopy(List<Instruction> code, int load, int store, int[] uses) {
    Instruction from = code.get(load);
    List<Operand> data = code.get(store).sources();
    List<Integer> values = from.destinations();
    boolean same =
        data.size() == values.size() + 1
            && from.memory().bytes() == code.get(store).memory().bytes()
            && from.type().bytes() == from.memory().element().bytes();
    for (int v = 0; same && v < values.size(); v++) {
      int value = values.get(v);
      same = data.get(v + 1).equals(Operand.register(value)) && uses[value] == 1;
    }
    for (int k = load + 1; same && k < store; k++) {
      List<Integer> writes = code.get(k).writes();
      same = writes.stream().noneMatch(w -> from.reads().contains(w) || values.contains(w));
    }
    return same;
  }

  private static Instruction part(Instruction i) {
    boolean whole = i.memory().bytes() == WIDEST;
    Variant.Copy kind = whole ? Variant.Copy.UNCACHED : Variant.Copy.CACHED;
    return InstructionBuilder.from(i).variant(kind).build();
  }
}
