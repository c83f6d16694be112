// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.facts;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Op;
import io.lockstep.lower.Sample;
import org.junit.jupiter.api.Test;

class LowZerosTest {
  private final Sample k = new Sample();

  LowZerosTest() {
    k.words(8);
  }

  private LowZeros zeros() {
    return new LowZeros(new RegisterFacts(k.build()));
  }

  @Test
  void zerosOfAConstantAreThoseBelowItsLowestBit() {
    LowZeros zeros = zeros();
    assertThat(zeros.of(c(48))).isEqualTo(4);
    assertThat(zeros.of(c(3))).isZero();
    assertThat(zeros.of(c(0))).isEqualTo(64);
  }

  @Test
  void shiftsAndProductsAddZeros() {
    k.op(Op.SHL, 1, r(0), c(2));
    k.op(Op.MUL, 2, r(1), c(12));
    k.op(Op.SHL, 3, r(2), r(0));
    LowZeros zeros = zeros();
    assertThat(zeros.of(r(1))).isEqualTo(2);
    assertThat(zeros.of(r(2))).isEqualTo(4);
    assertThat(zeros.of(r(3))).isZero();
  }

  @Test
  void sumsKeepTheFewerZerosAndMasksTheMore() {
    k.op(Op.SHL, 1, r(0), c(4));
    k.op(Op.ADD, 2, r(1), c(8));
    k.op(Op.OR, 3, r(1), c(64));
    k.op(Op.AND, 4, r(2), c(-32));
    k.op(Op.MAD, 5, r(0), c(16), r(4));
    LowZeros zeros = zeros();
    assertThat(zeros.of(r(2))).isEqualTo(3);
    assertThat(zeros.of(r(3))).isEqualTo(4);
    assertThat(zeros.of(r(4))).isEqualTo(5);
    assertThat(zeros.of(r(5))).isEqualTo(4);
  }

  @Test
  void aRegisterWithTwoDefinitionsHasNone() {
    k.op(Op.MOVE, 1, c(16));
    k.op(Op.MOVE, 1, c(32));
    assertThat(zeros().of(r(1))).isZero();
  }
}
