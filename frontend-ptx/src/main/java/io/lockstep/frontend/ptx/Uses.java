package io.lockstep.frontend.ptx;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import java.util.HashMap;
import java.util.Map;

/** How many operands of a kernel read each register, guards included. Not thread-safe. */
final class Uses {
  private final Map<Integer, Integer> counts = new HashMap<>();

  /** Adds the reads of an instruction, or takes them away. */
  void count(Instruction i, int by) {
    for (Operand s : i.sources()) {
      if (s.isRegister()) {
        counts.merge(s.register(), by, Integer::sum);
      }
    }
    if (i.guard() >= 0) {
      counts.merge(i.guard(), by, Integer::sum);
    }
  }

  int of(int register) {
    return counts.getOrDefault(register, 0);
  }
}
