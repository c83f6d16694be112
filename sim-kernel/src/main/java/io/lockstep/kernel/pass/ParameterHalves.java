// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.argument.GridWorkspace;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Replaces two joined halves of the pointer to the grid's workspace (PTX reads them from two
 * registers) by one load, so that accesses through it are recognised as global.
 */
final class ParameterHalves {
  private static final int HALF = 32;

  private final List<Draft> blocks;
  private final int offset;
  private final Map<Integer, Instruction> definitions = new HashMap<>();
  private final Uses uses = new Uses();

  private ParameterHalves(List<Draft> blocks, int offset) {
    this.blocks = blocks;
    this.offset = offset;
  }

  static void apply(KernelDraft kernel) {
    for (Parameter p : kernel.parameters()) {
      if (GridWorkspace.is(p)) {
        new ParameterHalves(kernel.blocks(), p.offset()).run();
      }
    }
  }

  private void run() {
    for (Draft draft : blocks) {
      for (Instruction i : draft.code()) {
        uses.add(i);
        i.destinations().stream().filter(d -> d >= 0).forEach(d -> definitions.put(d, i));
      }
    }
    blocks.forEach(draft -> draft.code().replaceAll(this::joined));
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Draft draft : blocks) {
        changed |= draft.code().removeIf(this::isUnused);
      }
    }
  }

  private Instruction joined(Instruction i) {
    boolean inserts =
        i.op() == Op.BIT_FIELD_INSERT
            && i.type() == Type.I64
            && i.sources().subList(2, 4).stream().allMatch(s -> !s.isRegister() && s.bits() == HALF)
            && isHalf(i.sources().get(0), HALF / 8)
            && isHalf(i.sources().get(1), 0);
    if (!inserts || i.guard() >= 0) {
      return i;
    }
    uses.count(i, -1);
    return InstructionBuilder.of(Op.LOAD, Type.I64)
        .from(Operand.immediate(offset))
        .memory(
            new MemoryAccess(Space.PARAMETER, Type.I64, 1, -1, 0, MemoryAccess.Qualifiers.CONSTANT))
        .to(i.destinations())
        .line(i.line())
        .column(i.column())
        .text(i.text())
        .build();
  }

  /** Returns whether an operand is the zero-extended half of the pointer at an offset. */
  private boolean isHalf(Operand operand, int at) {
    Operand o = operand;
    while (o.isRegister() && !uses.isRewritten(o.register())) {
      Instruction i = definitions.get(o.register());
      if (i == null || i.guard() >= 0) {
        return false;
      }
      if (i.op() == Op.LOAD) {
        return isHalfLoad(i) && i.sources().get(0).bits() == offset + at;
      }
      boolean passes =
          i.op() == Op.MOVE && i.sources().size() == 1
              || i.op() == Op.CONVERT && i.sourceType() == Type.I32 && !i.sourceSigned();
      if (!passes) {
        return false;
      }
      o = i.sources().get(0);
    }
    return false;
  }

  private static boolean isHalfLoad(Instruction i) {
    return i.op() == Op.LOAD
        && i.memory().space() == Space.PARAMETER
        && !i.sources().get(0).isRegister()
        && i.type() == Type.I32;
  }

  /** Returns whether an instruction only computes a half that nothing reads any more. */
  private boolean isUnused(Instruction i) {
    boolean half =
        isHalfLoad(i)
                && i.sources().get(0).bits() >= offset
                && i.sources().get(0).bits() < offset + GridWorkspace.POINTER_BYTES
            || (i.op() == Op.MOVE || i.op() == Op.CONVERT)
                && i.destinations().size() == 1
                && i.destinations().get(0) >= 0
                && (isHalf(Operand.register(i.destinations().get(0)), 0)
                    || isHalf(Operand.register(i.destinations().get(0)), HALF / 8));
    if (!half || i.writes().stream().anyMatch(d -> uses.of(d) > 0)) {
      return false;
    }
    uses.count(i, -1);
    return true;
  }
}
