// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.Sample;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.pass.PromotedArrays.Indexed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromotedArraysTest {
  private record Rule(int mostWords, int predicates, int mostElements)
      implements PromotedArrays.Rule {
    @Override
    public boolean promotes(RegisterFacts facts, int words, List<Indexed> indexed) {
      return indexed.stream().allMatch(access -> access.elements() <= mostElements);
    }
  }

  private static final Rule SELECTS = new Rule(8, 0, 8);
  private static final Rule MOVES = new Rule(8, 4, 8);

  /** Stores to two elements and reads the one at an index in bytes. */
  private static Kernel kernel(int words) {
    Sample k = new Sample();
    k.words(3);
    k.privateBytes(4 * words);
    k.op(Op.SHL, 0, r(2), c(2));
    k.store(Space.PRIVATE, c(0), r(1));
    k.store(Space.PRIVATE, c(4), c(7));
    k.load(Space.PRIVATE, 1, r(0));
    return k.build();
  }

  private static List<Op> ops(Kernel kernel, Rule rule) {
    return PromotedArrays.of(kernel, rule).kernel().blocks().get(0).instructions().stream()
        .map(Instruction::op)
        .toList();
  }

  @Test
  void anElementIsSelectedByComparingTheIndexWithAllButTheFirst() {
    assertThat(ops(kernel(3), SELECTS))
        .containsExactly(
            Op.SHL, Op.MOVE, Op.MOVE, Op.COMPARE, Op.SELECT, Op.COMPARE, Op.SELECT, Op.EXIT);
  }

  @Test
  void orMovedUnderThePredicateOfEachInFourRegistersInTurn() {
    Kernel moved = PromotedArrays.of(kernel(6), MOVES).kernel();
    List<Instruction> moves =
        moved.blocks().get(0).instructions().stream()
            .filter(i -> i.op() == Op.MOVE && i.guard() >= 0)
            .toList();
    assertThat(moves).hasSize(6).allMatch(i -> i.destinations().equals(List.of(1)));
    assertThat(moves.stream().map(Instruction::guard).distinct()).hasSize(4);
    assertThat(moves.get(4).guard()).isEqualTo(moves.get(0).guard());
    assertThat(moved.registers().get(moves.get(0).guard())).isEqualTo(Type.I1);
  }

  @Test
  void whatReplacesAnAccessNamesItAndThePrivateMemoryIsGone() {
    Kernel before = kernel(3);
    RewrittenKernel after = PromotedArrays.of(before, SELECTS);
    Instruction load = before.blocks().get(0).instructions().get(3);
    assertThat(after.kernel().privateBytes()).isZero();
    assertThat(after.origins(List.of(after.kernel().blocks().get(0).instructions().get(4))))
        .containsExactly(load);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 8, 9})
  void theRuleDecidesByWordsAndByElementsOfAnAccess(int words) {
    Kernel kernel = kernel(words);
    assertThat(ops(kernel, new Rule(8, 0, 5)).contains(Op.LOAD)).isEqualTo(words > 5);
    assertThat(ops(kernel, SELECTS).contains(Op.LOAD)).isEqualTo(words > 8);
  }

  @Test
  void aConstantIndexOutsideOrAGenericAccessKeepsAllInMemory() {
    Sample outside = new Sample();
    outside.words(1);
    outside.privateBytes(8).load(Space.PRIVATE, 0, c(8));
    assertThat(ops(outside.build(), SELECTS)).contains(Op.LOAD);
    Sample generic = new Sample();
    generic.words(1);
    generic.privateBytes(8).load(Space.PRIVATE, 0, c(0));
    generic.load(Space.GENERIC, 0, r(0));
    assertThat(ops(generic.build(), SELECTS)).containsExactly(Op.LOAD, Op.LOAD, Op.EXIT);
  }
}
