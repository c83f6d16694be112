package io.lockstep.kernel.pass;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * How many operands of a kernel read each register, guards included, and which registers several
 * instructions write. Not thread-safe.
 */
final class Uses {
  private final Map<Integer, Integer> counts = new HashMap<>();
  private final BitSet written = new BitSet();
  private final BitSet rewritten = new BitSet();

  /** Adds what an instruction reads and writes. */
  void add(Instruction i) {
    count(i, 1);
    for (int d : i.writes()) {
      (written.get(d) ? rewritten : written).set(d);
    }
  }

  /** Adds the reads of an instruction, or takes them away. */
  void count(Instruction i, int by) {
    for (int register : i.reads()) {
      counts.merge(register, by, Integer::sum);
    }
  }

  int of(int register) {
    return counts.getOrDefault(register, 0);
  }

  /** Whether several instructions write a register, so that not all reads are of one value. */
  boolean isRewritten(int register) {
    return rewritten.get(register);
  }

  /** How many operands of an instruction read a register. */
  static int reads(Instruction i, int register) {
    int n = i.guard() == register ? 1 : 0;
    for (Operand s : i.sources()) {
      n += s.register() == register ? 1 : 0;
    }
    return n;
  }
}
