// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Finds extractions of bytes and half-words that their only user can select itself: gfx9's
 * instructions with one or two operands read any byte or half of a register (SDWA).
 */
final class Subwords {
  private final RegisterFacts facts;
  private final Set<Instruction> selected = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * @param fused three-operand instructions, which cannot select
   */
  Subwords(RegisterFacts facts, RegisterPlacement placement, Map<Instruction, ?> fused, Chip chip) {
    this.facts = facts;
    if (!chip.applies(GcnOption.FOLDED_OPERANDS)) {
      return;
    }
    for (Block block : facts.kernel().blocks()) {
      for (Instruction user : block.instructions()) {
        if (!canSelect(user) || fused.containsKey(user)) {
          continue;
        }
        for (Operand o : user.sources()) {
          if (o.isRegister()
              && facts.uses(o.register()) == 1
              && facts.definition(o.register()) != null
              && facts.definitionBlock(o.register()) == block.id()
              && placement.isVector(o)
              && !fused.containsKey(facts.definition(o.register()))
              && extracts(facts.definition(o.register()))) {
            selected.add(facts.definition(o.register()));
            break; // at most one operand per user
          }
        }
      }
    }
  }

  boolean isSelected(Instruction extraction) {
    return selected.contains(extraction);
  }

  private boolean canSelect(Instruction i) {
    boolean kind =
        switch (i.op()) {
          case ADD, SUB, AND, OR, XOR, MIN, MAX, MUL24 -> i.type() == Type.I32;
          case SHL, SHR -> i.type() == Type.I32;
          case MUL, MUL_WIDE -> Ranges.isPowerOfTwo(facts.constant(i.sources().get(1)));
          case CONVERT -> i.sourceType() == Type.I32 && i.type() == Type.F32;
          case COMPARE -> i.sourceType() == Type.I32;
          default -> false;
        };
    return kind && i.guard() < 0;
  }

  private boolean extracts(Instruction d) {
    if (d.guard() >= 0 || d.type() != Type.I32 || d.sources().size() < 2) {
      return false;
    }
    Long k = facts.constant(d.sources().get(1));
    if (k == null || !d.sources().get(0).isRegister()) {
      return false;
    }
    if (d.op() == Op.AND) {
      return k == 0xff || k == 0xffff;
    }
    if (d.op() == Op.SHR) {
      return !d.signed() && (k == 16 || k == 24);
    }
    Long bits = d.op() == Op.BIT_FIELD_EXTRACT ? facts.constant(d.sources().get(2)) : null;
    return bits != null && (bits == 8 && k % 8 == 0 || bits == 16 && k % 16 == 0);
  }
}
