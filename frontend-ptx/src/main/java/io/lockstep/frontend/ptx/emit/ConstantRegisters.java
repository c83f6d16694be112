// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The values of registers in places that need constants, where compilers put a constant into a
 * register first: one move alone defines such a register.
 */
public final class ConstantRegisters {
  private final Map<Integer, Use> uses = new LinkedHashMap<>();

  /** A register that was taken to be a constant. */
  private record Use(Argument at, long value) {}

  /**
   * Returns the constant that an operand is; empty if it is none.
   *
   * @param at the operand in the text
   * @param blocks the blocks so far
   */
  public OptionalLong of(Operand operand, Argument at, List<Draft> blocks) {
    if (!operand.isRegister()) {
      return OptionalLong.of(operand.bits());
    }
    Use known = uses.get(operand.register());
    if (known != null) {
      return OptionalLong.of(known.value);
    }
    List<Instruction> definitions = definitions(operand.register(), blocks);
    if (definitions.size() != 1 || !isConstant(definitions.get(0))) {
      return OptionalLong.empty();
    }
    long value = definitions.get(0).sources().get(0).bits();
    uses.put(operand.register(), new Use(at, value));
    return OptionalLong.of(value);
  }

  private static List<Instruction> definitions(int register, List<Draft> blocks) {
    return blocks.stream()
        .flatMap(b -> b.code().stream())
        .filter(i -> i.destinations().contains(register))
        .toList();
  }

  private static boolean isConstant(Instruction i) {
    return i.op() == Op.MOVE && i.guard() < 0 && !i.sources().get(0).isRegister();
  }

  /** Returns the first use of a register that all blocks together define again; null if none. */
  public Argument changed(List<Draft> blocks) {
    return uses.entrySet().stream()
        .filter(u -> definitions(u.getKey(), blocks).size() > 1)
        .map(u -> u.getValue().at)
        .findFirst()
        .orElse(null);
  }
}
