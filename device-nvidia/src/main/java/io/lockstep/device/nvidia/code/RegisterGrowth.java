// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.lower.schedule.DependenceGraph;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Estimates how many vector registers the values of instructions occupy in the course of a
 * schedule. A value counts from the instruction that computes it to its last reader among them.
 */
final class RegisterGrowth {
  private final Map<Integer, Integer> readers = new HashMap<>(); // that have not issued
  private int registers;

  RegisterGrowth(List<SassOp> ops) {
    ops.forEach(op -> operands(op).forEach(r -> readers.merge(r, 1, Integer::sum)));
  }

  private static Set<Integer> operands(SassOp op) {
    Set<Integer> read = new TreeSet<>();
    op.sources.stream()
        .filter(s -> s.kind() == Kind.VECTOR)
        .forEach(s -> s.registers(read::add));
    return read;
  }

  /** Returns the registers that are occupied in addition to those at the start. */
  int registers() {
    return registers;
  }

  /**
   * Returns the ready instruction after which the fewest are occupied, of several the one with the
   * longest path.
   */
  int least(Set<Integer> ready, List<SassOp> ops, DependenceGraph graph) {
    int best = -1;
    int least = 0;
    for (int k : ready) {
      int added = added(ops.get(k));
      boolean better = added < least || added == least && best >= 0 && graph.height(k) > graph.height(best);
      if (best < 0 || better) {
        best = k;
        least = added;
      }
    }
    return best;
  }

  private int added(SassOp op) {
    int[] added = new int[1];
    op.results.stream()
        .filter(r -> r.kind() == Kind.VECTOR)
        .forEach(r -> r.registers(one -> added[0]++));
    operands(op).forEach(r -> added[0] -= readers.get(r) == 1 ? 1 : 0);
    return added[0];
  }

  void issue(SassOp op) {
    registers += added(op);
    operands(op).forEach(r -> readers.merge(r, -1, Integer::sum));
  }
}
