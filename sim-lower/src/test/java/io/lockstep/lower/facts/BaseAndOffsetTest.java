// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.facts;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Op;
import io.lockstep.lower.Sample;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BaseAndOffsetTest {
  private final Sample k = new Sample();

  private BaseAndOffset address(int register, long offset, int block, long most) {
    return BaseAndOffset.of(
        new RegisterFacts(k.build()), r(register), offset, block, o -> o >= -most && o <= most);
  }

  @Test
  @DisplayName("additions, subtractions and copies fold into the access's own offset")
  void additionsSubtractionsAndCopiesFoldIntoTheAccessesOwnOffset() {
    k.words(6);
    k.op(Op.MUL, 1, r(0), r(0));
    k.op(Op.ADD, 2, c(16), r(1));
    k.op(Op.MOVE, 3, r(2));
    k.op(Op.SUB, 4, r(3), c(4));
    assertThat(address(4, 100, 0, 4095)).isEqualTo(new BaseAndOffset(r(1), 112));
  }

  @Test
  @DisplayName("a constant minus a register, a product and a sum of registers stay")
  void aConstantMinusARegisterAProductAndASumOfRegistersStay() {
    k.words(4);
    k.op(Op.SUB, 1, c(4), r(0));
    k.op(Op.ADD, 2, r(0), r(1));
    k.op(Op.ADD, 3, r(2), c(8));
    RegisterFacts facts = new RegisterFacts(k.build());
    assertThat(BaseAndOffset.of(facts, r(1), 0, 0, o -> true))
        .isEqualTo(new BaseAndOffset(r(1), 0));
    assertThat(BaseAndOffset.of(facts, r(3), 0, 0, o -> true))
        .isEqualTo(new BaseAndOffset(r(2), 8));
  }

  @Test
  @DisplayName("folding ends at the first addition whose offset does not fit")
  void foldingEndsAtTheFirstAdditionWhoseOffsetDoesNotFit() {
    k.words(4);
    k.op(Op.ADD, 1, r(0), c(-100));
    k.op(Op.ADD, 2, r(1), c(80));
    k.op(Op.ADD, 3, r(2), c(10));
    assertThat(address(3, 0, 0, 64)).isEqualTo(new BaseAndOffset(r(2), 10));
  }

  @Test
  @DisplayName("a constant address stays a constant operand")
  void aConstantAddressStaysAConstantOperand() {
    k.words(2);
    k.op(Op.MOVE, 0, c(256));
    k.op(Op.ADD, 1, r(0), c(8));
    RegisterFacts facts = new RegisterFacts(k.build());
    assertThat(BaseAndOffset.of(facts, c(64), 4, 0, o -> true))
        .isEqualTo(new BaseAndOffset(c(64), 4));
    assertThat(BaseAndOffset.of(facts, r(0), 4, 0, o -> true))
        .isEqualTo(new BaseAndOffset(r(0), 4));
  }

  @Test
  @DisplayName("a register that changes is a base only in the block that computes the sum")
  void aRegisterThatChangesIsABaseOnlyInTheBlockThatComputesTheSum() {
    k.words(3);
    k.op(Op.MUL, 0, r(2), r(2));
    k.op(Op.ADD, 0, r(0), c(4));
    k.op(Op.ADD, 1, r(0), c(8));
    k.jump(1).block();
    RegisterFacts facts = new RegisterFacts(k.build());
    assertThat(BaseAndOffset.of(facts, r(1), 0, 0, o -> true))
        .isEqualTo(new BaseAndOffset(r(0), 8));
    assertThat(BaseAndOffset.of(facts, r(1), 0, 1, o -> true))
        .isEqualTo(new BaseAndOffset(r(1), 0));
  }

  @Test
  @DisplayName("the constant of a moved operand is the offset from an earlier sum of the block")
  void theConstantOfAMovedOperandIsTheOffsetFromAnEarlierSum() {
    k.words(6);
    k.op(Op.ADD, 2, r(0), r(1));
    k.op(Op.ADD, 3, r(0), c(16));
    k.op(Op.ADD, 4, r(1), r(3));
    assertThat(address(4, 4, 0, 4095)).isEqualTo(new BaseAndOffset(r(2), 20));
    assertThat(address(4, 4, 0, 19)).isEqualTo(new BaseAndOffset(r(4), 4));
  }

  @Test
  @DisplayName("nor is one that follows the change of an operand to which the constant was added")
  void norIsOneThatFollowsTheChangeOfAnOperandToWhichTheConstantWasAdded() {
    k.words(6);
    k.op(Op.ADD, 3, r(0), c(16));
    k.op(Op.ADD, 0, r(0), c(64));
    k.op(Op.ADD, 2, r(0), r(1));
    k.op(Op.ADD, 4, r(1), r(3));
    assertThat(address(4, 4, 0, 4095)).isEqualTo(new BaseAndOffset(r(4), 4));
  }

  @Test
  @DisplayName("a sum of an operand that has changed since is none")
  void aSumOfAnOperandThatHasChangedSinceIsNone() {
    k.words(6);
    k.op(Op.ADD, 2, r(0), r(1));
    k.op(Op.ADD, 0, r(0), c(64));
    k.op(Op.ADD, 3, r(0), c(16));
    k.op(Op.ADD, 4, r(1), r(3));
    assertThat(address(4, 4, 0, 4095)).isEqualTo(new BaseAndOffset(r(4), 4));
  }
}
