// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import io.lockstep.kernel.analysis.Liveness;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Removes operations with unused results from portable or machine code. */
public final class DeadOperations {
  private DeadOperations() {}

  /**
   * Removes operations until all that are left are needed.
   *
   * @param <T> an operation
   * @param code operations of each block, which are changed
   * @param fewest number of operations that a block keeps even if they are not needed
   * @param liveness computes the live values of the code as it is
   * @param before changes a set of live values from after an operation to before it
   * @param needed gives, for an operation and the values that are live after it, the operation to
   *     keep, or null if it is not needed
   */
  public static <T> void remove(
      List<List<T>> code,
      int fewest,
      Supplier<Liveness> liveness,
      BiConsumer<T, BitSet> before,
      BiFunction<T, BitSet, T> needed) {
    boolean changed = true;
    while (changed) {
      changed = false;
      Liveness values = liveness.get();
      for (int b = 0; b < code.size(); b++) {
        List<T> block = code.get(b);
        BitSet live = values.liveOut(b);
        List<T> kept = new ArrayList<>(block.size());
        for (int k = block.size() - 1; k >= 0; k--) {
          T operation = needed.apply(block.get(k), live);
          if (operation == null && kept.size() + k < fewest) {
            operation = block.get(k);
          }
          if (operation != null) {
            before.accept(operation, live);
            kept.add(operation);
          }
        }
        changed |= kept.size() < block.size();
        Collections.reverse(kept);
        block.clear();
        block.addAll(kept);
      }
    }
  }
}
