// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.call;

import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Finds the definitions of registers in the code so far; examines each instruction once. */
final class Definitions {
  private final List<Draft> blocks;
  private final Map<Integer, Instruction> single = new HashMap<>();
  private final Map<Integer, Name> trusted = new LinkedHashMap<>();
  private int block;
  private int next;

  Definitions(List<Draft> blocks) {
    this.blocks = blocks;
  }

  private void follow() {
    while (block < blocks.size()) {
      List<Instruction> code = blocks.get(block).code();
      for (; next < code.size(); next++) {
        Instruction i = code.get(next);
        for (int d : i.destinations()) {
          // Several or conditional writes: the definition is unknown.
          single.put(d, single.containsKey(d) || i.guard() >= 0 ? null : i);
        }
      }
      if (block == blocks.size() - 1) {
        return;
      }
      block++;
      next = 0;
    }
  }

  /**
   * Returns the constant or register that an operand copies.
   *
   * @param user name for {@link #disproved} to report if later code redefines the register
   */
  Operand origin(Operand operand, Name user) {
    follow();
    Operand at = operand;
    while (at.isRegister()) {
      Instruction i = single.get(at.register());
      if (i == null || i.op() != Op.MOVE) {
        break;
      }
      Operand source = i.sources().get(0);
      if (source.isRegister() && single.get(source.register()) == null) {
        break; // the source may have been overwritten since the move
      }
      trusted.putIfAbsent(at.register(), user);
      at = source;
    }
    if (at.isRegister()) {
      trusted.putIfAbsent(at.register(), user);
    }
    return at;
  }

  /** Returns the first user that relied on a register that later code redefines, as loops do. */
  Optional<Name> disproved() {
    follow();
    return trusted.entrySet().stream()
        .filter(t -> single.containsKey(t.getKey()) && single.get(t.getKey()) == null)
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Returns the offset in the argument block from which a value was loaded. */
  OptionalInt parameter(Operand operand, Name user) {
    Operand at = origin(operand, user);
    Instruction i = at.isRegister() ? single.get(at.register()) : null;
    boolean loaded =
        i != null
            && i.op() == Op.LOAD
            && i.memory().space() == Space.PARAMETER
            && !i.sources().get(0).isRegister();
    return loaded
        ? OptionalInt.of((int) (i.sources().get(0).bits() + i.memory().offset()))
        : OptionalInt.empty();
  }
}
