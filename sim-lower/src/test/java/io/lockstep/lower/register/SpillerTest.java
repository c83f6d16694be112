// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class SpillerTest {
  private record Op(List<Integer> writes, List<Integer> reads) {}

  private static Op op(List<Integer> writes, Integer... reads) {
    return new Op(writes, List.of(reads));
  }

  /** Code as text with values below 10 spilled, of which 9 is computed again. */
  private static List<String> placed(IntFunction<SpillGroup> groups, int window, Op... code) {
    List<String> out = new ArrayList<>();
    spiller(out).grouped(groups, window).insert(List.of(code));
    return out;
  }

  private static Spiller<Op> spiller(List<String> out) {
    int[] next = {100};
    return new Spiller<>(
        (op, value) -> op.reads.forEach(value::accept),
        (op, value) -> op.writes.forEach(value::accept),
        (op, value) -> value < 10,
        (op, values) -> {
          List<Integer> results = values.stream().map(v -> next[0]++).toList();
          out.add((values.contains(9) ? "again " : "load ") + values + " to " + results);
          return results;
        },
        (op, reads, writes) -> out.add(named(op.writes, writes) + " = " + named(op.reads, reads)),
        (op, values, from) -> {
          if (!values.contains(9)) {
            out.add("store " + values + (from.equals(values) ? "" : " from " + from));
          }
        });
  }

  private static List<Integer> named(List<Integer> values, IntUnaryOperator names) {
    return values.stream().map(names::applyAsInt).toList();
  }

  private static IntFunction<SpillGroup> singles() {
    return SpillGroup::alone;
  }

  private static IntFunction<SpillGroup> pair(boolean together) {
    return v -> new SpillGroup(List.of(1, 2), together);
  }

  @Test
  void storesAValueAfterItsDefinitionAndReloadsItOnceForEachInstructionThatReadsIt() {
    assertThat(placed(singles(), 0, op(List.of(1), 20), op(List.of(21), 1, 1), op(List.of(), 1)))
        .containsExactly(
            "[1] = [20]",
            "store [1]",
            "load [1] to [100]",
            "[21] = [100, 100]",
            "load [1] to [101]",
            "[] = [101]");
  }

  @Test
  void leavesOtherValuesAlone() {
    assertThat(placed(singles(), 4, op(List.of(20), 21, 22))).containsExactly("[20] = [21, 22]");
  }

  @Test
  void aReloadServesTheReadsOfTheWindow() {
    Op use = op(List.of(), 1);
    assertThat(placed(singles(), 1, use, use, use))
        .containsExactly(
            "load [1] to [100]", "[] = [100]", "[] = [100]", "load [1] to [101]", "[] = [101]");
  }

  @Test
  void aDefinedValueStaysInItsRegisterForTheWindow() {
    Op use = op(List.of(), 1);
    assertThat(placed(singles(), 1, op(List.of(1)), use, use))
        .containsExactly("[1] = []", "store [1]", "[] = [1]", "load [1] to [100]", "[] = [100]");
  }

  @Test
  void aDefinitionEndsTheUseOfAReloadedCopy() {
    Op use = op(List.of(), 1);
    assertThat(placed(singles(), 9, use, op(List.of(1)), use).subList(2, 5))
        .containsExactly("[1] = []", "store [1]", "[] = [1]");
  }

  @Test
  void aValueThatIsComputedAgainIsNotStored() {
    assertThat(placed(singles(), 0, op(List.of(9)), op(List.of(), 9)))
        .containsExactly("[9] = []", "again [9] to [100]", "[] = [100]");
  }

  @Test
  void valuesOfAGroupThatAreReadSoonAreReloadedTogether() {
    assertThat(placed(pair(false), 2, op(List.of(), 2), op(List.of(), 1)))
        .containsExactly("load [1, 2] to [100, 101]", "[] = [101]", "[] = [100]");
    assertThat(placed(pair(false), 1, op(List.of(), 2), op(List.of(), 1)))
        .containsExactly("load [2] to [100]", "[] = [100]", "load [1] to [101]", "[] = [101]");
    assertThat(placed(pair(false), 3, op(List.of(), 2), op(List.of(1)), op(List.of(), 1)))
        .containsExactly("load [2] to [100]", "[] = [100]", "[1] = []", "store [1]", "[] = [1]");
    assertThat(placed(pair(false), 2, op(List.of(1)), op(List.of(), 2), op(List.of(), 1)))
        .containsExactly("[1] = []", "store [1]", "load [2] to [100]", "[] = [100]", "[] = [1]");
  }

  @Test
  void anInstructionStoresTheValuesOfAGroupThatItDefinesTogether() {
    assertThat(placed(pair(false), 0, op(List.of(2, 1)), op(List.of(2))))
        .containsExactly("[2, 1] = []", "store [1, 2]", "[2] = []", "store [2]");
  }

  @Test
  void aGroupStoredWholeStaysInRegistersUntilItsLastValueIsDefined() {
    Op use = op(List.of(), 2);
    assertThat(placed(pair(true), 0, op(List.of(2)), use, op(List.of(1)), use))
        .containsExactly(
            "[2] = []", "[] = [2]", "[1] = []", "store [1, 2]", "load [2] to [100]", "[] = [100]");
  }

  @Test
  void valuesOfAGroupThatAnInstructionReadsAreLoadedTogether() {
    assertThat(placed(pair(false), 0, op(List.of(), 2, 1), op(List.of(), 2)))
        .containsExactly(
            "load [1, 2] to [100, 101]", "[] = [101, 100]", "load [2] to [102]", "[] = [102]");
  }

  @Test
  void anInstructionWritesTheValuesThatAFamilyNames() {
    List<String> out = new ArrayList<>();
    spiller(out)
        .renaming((v, named) -> named.applyAsInt(v) >= 0 ? named.applyAsInt(v) : 200 + v)
        .insert(List.of(op(List.of(1, 2), 1)));
    assertThat(out)
        .containsExactly(
            "load [1] to [100]",
            "[100, 202] = [100]",
            "store [1] from [100]",
            "store [2] from [202]");
  }
}
