package io.lockstep.frontend.ptx;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import java.util.List;
import java.util.TreeSet;

/**
 * The instructions of a block while idioms in it are replaced: who defines a value, whether it
 * still holds, and what becomes idle. Not thread-safe.
 */
final class BlockCode {
  private final List<Instruction> code;
  private final Uses uses;

  /**
   * @param code is changed
   * @param uses of the whole kernel; kept up to date
   */
  BlockCode(List<Instruction> code, Uses uses) {
    this.code = code;
    this.uses = uses;
  }

  int size() {
    return code.size();
  }

  Instruction get(int at) {
    return code.get(at);
  }

  /** Whether nothing but one operand of one instruction reads a register. */
  boolean isReadOnce(int register) {
    return uses.of(register) == 1;
  }

  /**
   * The unguarded definition of an operand that reaches an instruction, or -1: where it lies before
   * the block, or may not happen.
   */
  int definition(Operand operand, int before) {
    for (int k = before - 1; operand.isRegister() && k >= 0; k--) {
      Instruction i = code.get(k);
      if (i.destinations().contains(operand.register())) {
        return i.guard() < 0 ? k : -1;
      }
    }
    return -1;
  }

  /** Whether a value still is what it was at an earlier instruction. */
  boolean holds(Operand value, int from, int to) {
    for (int k = from; k < to; k++) {
      if (value.isRegister() && code.get(k).destinations().contains(value.register())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Puts an instruction in another's place. Those that made its operands go where nothing else
   * reads what they make.
   *
   * @return where the new one lies now
   */
  int replace(int at, Instruction by, TreeSet<Integer> producers) {
    uses.count(code.get(at), -1);
    uses.count(by, 1);
    code.set(at, by);
    int removed = 0;
    // From the last to the first: one that goes may make those before it idle.
    for (int index : producers.descendingSet()) {
      Instruction p = code.get(index);
      if (p.destinations().stream().allMatch(d -> d < 0 || uses.of(d) == 0)) {
        uses.count(p, -1);
        code.remove(index);
        removed++;
      }
    }
    return at - removed;
  }
}
