package io.lockstep.frontend.ptx;

import io.lockstep.frontend.ptx.Syntax.Name;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where values come from, in the code that was emitted so far: code is only appended to, so each
 * instruction is looked at once. Used by one thread.
 */
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
          // Written twice, or perhaps: nothing is known.
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
   * The constant or the register behind copies.
   *
   * @param user what builds on the answer: {@link #disproved} names it where later code makes the
   *     answer wrong
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
        break; // it may hold something else since
      }
      trusted.putIfAbsent(at.register(), user);
      at = source;
    }
    if (at.isRegister()) {
      trusted.putIfAbsent(at.register(), user);
    }
    return at;
  }

  /** The first that built on a register which code behind it writes too, as loops do. */
  Optional<Name> disproved() {
    follow();
    return trusted.entrySet().stream()
        .filter(t -> single.containsKey(t.getKey()) && single.get(t.getKey()) == null)
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** The place in the argument block that a value was loaded from. */
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
