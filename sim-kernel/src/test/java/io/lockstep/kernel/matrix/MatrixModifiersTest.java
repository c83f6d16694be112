// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MatrixModifiersTest {
  @Test
  void oneBlockOfAServesAGroupOfBlocks() {
    MatrixModifiers modifiers = new MatrixModifiers(2, 1, 0);
    assertThat(modifiers.leftBlock(0)).isEqualTo(1);
    assertThat(modifiers.leftBlock(3)).isEqualTo(1);
    assertThat(modifiers.leftBlock(15)).isEqualTo(13);
  }

  @Test
  void thirdPatternRotatesLanesBySixteen() {
    MatrixModifiers modifiers = new MatrixModifiers(0, 0, 3);
    assertThat(modifiers.rightLane(48)).isZero();
    assertThat(modifiers.rightLane(0)).isEqualTo(16);
  }

  @Test
  void aBlockThatDoesNotExistIsAProblem() {
    assertThat(new MatrixModifiers(4, 13, 7).problem(MfmaShape.F32_4X4X4F16)).isEmpty();
    assertThat(new MatrixModifiers(1, 0, 0).problem(MfmaShape.F32_32X32X8F16))
        .isEqualTo("cbsz and abid must be 0 where there is one block, as in f32_32x32x8f16");
    assertThat(new MatrixModifiers(3, 0, 0).problem(MfmaShape.F32_16X16X4F16))
        .isEqualTo(
            "2 to the power of cbsz must be at most 4, the blocks of f32_16x16x4f16, found cbsz 3");
    assertThat(new MatrixModifiers(1, 2, 0).problem(MfmaShape.F32_16X16X4F16))
        .isEqualTo("abid must be less than 2 to the power of cbsz, found abid 2 and cbsz 1");
    assertThat(new MatrixModifiers(1, 0, 0).problem(MfmaShape.F64_4X4X4F64))
        .isEqualTo("cbsz and abid must be 0 in products of doubles");
  }

  @Test
  void aModifierBeyondItsFieldIsRefused() {
    assertThatThrownBy(() -> new MatrixModifiers(0, 0, 8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("blgp must be 0 to 7, found 8");
  }
}
