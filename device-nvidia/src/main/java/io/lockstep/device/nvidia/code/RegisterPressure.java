// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The number of live vector registers while a block is scheduled. A register is live from its
 * definition, or from the block's start if it is live-in, to its last reader, or to the block's end
 * if it is live-out.
 */
final class RegisterPressure {
  private final Map<SassOp, int[]> operands = new IdentityHashMap<>();
  private final Map<SassOp, int[]> results = new IdentityHashMap<>();
  private final Map<Integer, Integer> readers =
      new HashMap<>(); // readers that have not issued, by register
  private final BitSet live = new BitSet();

  /**
   * @param liveIn registers that are live at the start of the block, of all files
   * @param liveOut registers that are live at its end
   */
  RegisterPressure(List<SassOp> block, VirtualRegisters registers, BitSet liveIn, BitSet liveOut) {
    liveIn.stream().filter(r -> registers.file(r) == Kind.VECTOR).forEach(live::set);
    liveOut.stream().forEach(r -> readers.put(r, 1)); // one reader in a later block
    for (SassOp op : block) {
      operands.put(op, vectors(op.sources));
      results.put(op, vectors(op.results));
      for (int r : operands.get(op)) {
        readers.merge(r, 1, Integer::sum);
      }
    }
  }

  private static int[] vectors(List<Value> values) {
    Set<Integer> vectors = new TreeSet<>();
    values.stream().filter(v -> v.kind() == Kind.VECTOR).forEach(v -> v.registers(vectors::add));
    return vectors.stream().mapToInt(r -> r).toArray();
  }

  /** Returns the number of live registers. */
  int registers() {
    return live.cardinality();
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

  /** Returns by how much the number of live registers changes if an instruction issues next. */
  int added(SassOp op) {
    int added = 0;
    for (int r : results.get(op)) {
      added += live.get(r) ? 0 : 1;
    }
    for (int r : operands.get(op)) {
      added -= endsAt(op, r) ? 1 : 0;
    }
    return added;
  }

  /** Whether a register is dead after an instruction, which is its last reader. */
  private boolean endsAt(SassOp op, int register) {
    return readers.get(register) == 1
        && Arrays.stream(results.get(op)).noneMatch(r -> r == register);
  }

  /** Updates the live registers for an instruction that issues. */
  void issue(SassOp op) {
    for (int r : operands.get(op)) {
      live.set(r, !endsAt(op, r));
      readers.merge(r, -1, Integer::sum);
    }
    for (int r : results.get(op)) {
      live.set(r);
    }
  }
}
