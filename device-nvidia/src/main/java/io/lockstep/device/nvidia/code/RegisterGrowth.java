// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Estimates how many vector registers the values of instructions occupy in the course of a
 * schedule. A value counts from the instruction that computes it to its last reader among them; a
 * result in the register of an operand adds none.
 */
final class RegisterGrowth {
  private final Map<Integer, Integer> readers = new HashMap<>(); // that have not issued
  private int registers;

  RegisterGrowth(List<SassOp> ops) {
    ops.forEach(op -> operands(op).forEach(r -> readers.merge(r, 1, Integer::sum)));
  }

  private static Set<Integer> operands(SassOp op) {
    Set<Integer> read = new TreeSet<>();
    op.sources.stream().filter(s -> s.kind() == Kind.VECTOR).forEach(s -> s.registers(read::add));
    return read;
  }

  /** Returns the registers that are occupied in addition to those at the start. */
  int registers() {
    return registers;
  }

  /**
   * Returns the ready instructions that raise the register pressure by at most a number of
   * registers; if there are none, those that raise it least.
   */
  Set<Integer> least(Set<Integer> ready, List<SassOp> ops, int most) {
    Set<Integer> best = new TreeSet<>();
    int least = Integer.MAX_VALUE;
    for (int k : ready) {
      int added = Math.max(most, added(ops.get(k)));
      if (added < least) {
        best.clear();
        least = added;
      }
      if (added == least) {
        best.add(k);
      }
    }
    return best;
  }

  private int added(SassOp op) {
    int[] added = new int[1];
    Set<Integer> operands = operands(op);
    op.results.stream()
        .filter(r -> r.kind() == Kind.VECTOR)
        .forEach(r -> r.registers(one -> added[0] += operands.remove(one) ? 0 : 1));
    operands.forEach(r -> added[0] -= readers.get(r) == 1 ? 1 : 0);
    return added[0];
  }

  void issue(SassOp op) {
    registers += added(op);
    operands(op).forEach(r -> readers.merge(r, -1, Integer::sum));
  }
}
