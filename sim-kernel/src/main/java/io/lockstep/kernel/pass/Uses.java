// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Counts the operands (and guards) that read each register, and finds redefined registers. */
final class Uses {
  private final Map<Integer, Integer> counts = new HashMap<>();
  private final BitSet written = new BitSet();
  private final BitSet rewritten = new BitSet();
  private final Map<Integer, Instruction> writers = new HashMap<>();

  void add(Instruction i) {
    count(i, 1);
    for (int d : i.writes()) {
      (written.get(d) ? rewritten : written).set(d);
      writers.put(d, i);
    }
  }

  /** Takes over a changed instruction that reads other registers. */
  void replace(Instruction i, Instruction by) {
    count(i, -1);
    count(by, 1);
    by.writes().forEach(d -> writers.put(d, by));
  }

  /** Returns the unguarded instruction that alone writes a register, or null. */
  Instruction onlyWriter(int register) {
    Instruction writer = rewritten.get(register) ? null : writers.get(register);
    return writer == null || writer.guard() >= 0 ? null : writer;
  }

  /** Adds the reads of an instruction, or removes them. */
  void count(Instruction i, int by) {
    for (int register : i.reads()) {
      counts.merge(register, by, Integer::sum);
    }
  }

  int of(int register) {
    return counts.getOrDefault(register, 0);
  }

  /** Returns whether several instructions write a register, so that its reads may differ. */
  boolean isRewritten(int register) {
    return rewritten.get(register);
  }

  static int reads(Instruction i, int register) {
    int n = i.guard() == register ? 1 : 0;
    for (Operand s : i.sources()) {
      n += s.register() == register ? 1 : 0;
    }
    return n;
  }
}
