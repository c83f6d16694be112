// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.analysis.Liveness;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeadOperationsTest {
  /** An operation of a machine with one source and one result; -1 for none. */
  private record Copy(int to, int from) {}

  private static final Liveness.Accesses<Copy> ACCESSES =
      new Liveness.Accesses<>() {
        @Override
        public void reads(Copy op, IntConsumer value) {
          if (op.from >= 0) {
            value.accept(op.from);
          }
        }

        @Override
        public void writes(Copy op, IntConsumer value) {
          if (op.to >= 0) {
            value.accept(op.to);
          }
        }
      };

  private static void remove(List<List<Copy>> code, List<List<Integer>> successors, int fewest) {
    DeadOperations.remove(
        code,
        fewest,
        () -> Liveness.of(code, successors, ACCESSES),
        (op, live) -> Liveness.before(op, live, ACCESSES),
        DeadOperationsTest::needed);
  }

  private static Copy needed(Copy op, BitSet live) {
    return op.to < 0 || live.get(op.to) ? op : null;
  }

  private static List<Copy> block(Copy... ops) {
    return new ArrayList<>(List.of(ops));
  }

  @Test
  @DisplayName("removes chains of unused results and keeps effects and their operands in order")
  void removesChainsOfUnusedResultsAndKeepsEffectsAndTheirOperandsInOrder() {
    Copy used = new Copy(0, -1);
    Copy next = new Copy(1, 0);
    Copy effect = new Copy(-1, 1);
    List<Copy> block = block(used, new Copy(2, 0), next, new Copy(3, 2), effect);
    remove(List.of(block), List.of(List.of()), 0);
    assertThat(block).containsExactly(used, next, effect);
  }

  @Test
  @DisplayName("removes what only a removed operation of a later block reads")
  void removesWhatOnlyARemovedOperationOfALaterBlockReads() {
    List<Copy> first = block(new Copy(0, -1), new Copy(-1, -1));
    List<Copy> second = block(new Copy(1, 0));
    remove(List.of(first, second), List.of(List.of(1), List.of()), 0);
    assertThat(first).containsExactly(new Copy(-1, -1));
    assertThat(second).isEmpty();
  }

  @Test
  @DisplayName("a block keeps its first operation if it may not be empty")
  void aBlockKeepsItsFirstOperationIfItMayNotBeEmpty() {
    List<Copy> maker = block(new Copy(0, -1));
    List<Copy> block = block(new Copy(1, 0), new Copy(2, 1));
    remove(List.of(maker, block), List.of(List.of(1), List.of()), 1);
    assertThat(block).containsExactly(new Copy(1, 0));
    assertThat(maker).containsExactly(new Copy(0, -1));
  }

  @Test
  @DisplayName("replaces an operation by the one to keep")
  void replacesAnOperationByTheOneToKeep() {
    List<List<Copy>> code = List.of(block(new Copy(0, 1)));
    DeadOperations.remove(
        code,
        0,
        () -> Liveness.of(code, List.of(List.of()), ACCESSES),
        (op, live) -> assertThat(op).isEqualTo(new Copy(-1, 1)),
        (op, live) -> new Copy(-1, 1));
    assertThat(code.get(0)).containsExactly(new Copy(-1, 1));
  }
}
