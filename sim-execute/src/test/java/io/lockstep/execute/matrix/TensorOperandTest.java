// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MmaShape;
import io.lockstep.kernel.type.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

class TensorOperandTest {
  private static final int ONE = 0x3C00;
  private static final int TWO = 0x4000;

  private final MmaShape shape =
      MmaShape.values().stream()
          .filter(s -> s.left() == MatrixElement.F16 && s.depth() == 16 && s.result() == Type.F32)
          .findFirst()
          .orElseThrow();
  private final TensorOperand operand =
      new TensorOperand(
          new TensorOperand.Key(shape, MatrixModifiers.NONE, List.of(), true),
          new MatrixPlaces(
              InstructionBuilder.of(Op.MATRIX, Type.F32)
                  .variant(new Variant.Matrix(shape, MatrixModifiers.NONE))
                  .build()),
          false);
  private final int[][] words = new int[4][64];

  /** The first element of the first row: it is in the low half of lane 0's first word. */
  private double first(int base) {
    return operand.factors(words, base).values[0];
  }

  @Test
  void elementsAreThoseOfTheRegistersWhicheverHaveBeenDecodedBefore() {
    words[0][0] = ONE;
    assertThat(first(0)).isEqualTo(1);
    words[0][0] = TWO;
    assertThat(first(0)).isEqualTo(2);
    words[3][31] = TWO << 16;
    TensorFactors factors = operand.factors(words, 0);
    assertThat(factors.values[factors.at(15, 15)]).isEqualTo(2);
    assertThat(factors.top[15]).isEqualTo(1);
    words[3][31] = 0;
    assertThat(operand.factors(words, 0).top[15]).isLessThan(-1000);
  }

  @Test
  void wavefrontsHaveElementsOfTheirOwn() {
    words[0][0] = ONE;
    words[0][32] = TWO;
    assertThat(first(0)).isEqualTo(1);
    assertThat(first(32)).isEqualTo(2);
    assertThat(first(0)).isEqualTo(1);
  }

  @Test
  void elementsAreDecodedOnlyWhereTheBitsDiffer() {
    words[0][0] = ONE;
    TensorFactors factors = operand.factors(words, 0);
    factors.values[0] = 7;
    words[0][32] = TWO;
    assertThat(first(0)).isEqualTo(7);
  }
}
