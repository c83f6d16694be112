// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.lower.Sample;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RematerialisationTest {
  private final Sample k = new Sample();

  @BeforeEach
  void addsSixRegisters() {
    k.words(6);
  }

  /** r5 is available in every instruction. */
  private List<Instruction> recipe(int value, int longest) {
    RegisterFacts facts = new RegisterFacts(k.build());
    return new Rematerialisation<>(
            facts::definition, (i, v) -> i.reads().forEach(v::accept), v -> v == 5, longest)
        .recipe(value);
  }

  @Test
  @DisplayName("repeats the instructions of a value in an order that computes operands first")
  void repeatsTheInstructionsOfAValueInOrder() {
    Instruction one = k.op(Op.MOVE, 0, c(1));
    Instruction two = k.op(Op.ADD, 1, r(0), r(5));
    Instruction three = k.op(Op.ADD, 2, r(0), r(1));
    assertThat(recipe(2, 3)).containsExactly(one, two, three);
  }

  @Test
  @DisplayName("finds no recipe that is longer than the limit")
  void findsNoRecipeThatIsLongerThanTheLimit() {
    k.op(Op.MOVE, 0, c(1));
    k.op(Op.MOVE, 1, c(1));
    k.op(Op.ADD, 2, r(0), r(1));
    assertThat(recipe(2, 2)).isEmpty();
  }

  @Test
  @DisplayName("an operand that is read twice is computed once")
  void anOperandThatIsReadTwiceIsComputedOnce() {
    k.op(Op.MOVE, 0, c(1));
    k.op(Op.ADD, 1, r(0), r(0));
    assertThat(recipe(1, 2)).hasSize(2);
  }

  @Test
  @DisplayName("values with several definitions or unknown operands are not repeated")
  void valuesWithSeveralDefinitionsOrUnknownOperandsAreNotRepeated() {
    k.op(Op.MOVE, 0, c(1));
    k.op(Op.MOVE, 0, c(2));
    k.op(Op.ADD, 1, r(5), r(0));
    k.op(Op.ADD, 2, r(2), r(5));
    RegisterFacts facts = new RegisterFacts(k.build());
    Rematerialisation<Instruction> rule =
        new Rematerialisation<>(
            facts::definition, (i, v) -> i.reads().forEach(v::accept), v -> v == 5, 9);
    assertThat(rule.recipe(0)).isEmpty();
    assertThat(rule.recipe(1)).isEmpty();
    assertThat(rule.recipe(2)).isEmpty(); // it is its own operand
  }
}
