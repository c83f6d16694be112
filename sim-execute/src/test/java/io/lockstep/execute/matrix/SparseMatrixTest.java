// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MfmaShape;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Products of sparse matrices against dense ones: A is spread out by its indexes first. Places are
 * written as AMD's matrix instruction calculator prints them for CDNA 3 ({@code
 * --detail-instruction}: register to matrix element).
 */
class SparseMatrixTest {
  private static final int LANES = 64;

  private static Stream<MfmaShape> sparse() {
    return Stream.of(MfmaShape.values()).filter(MfmaShape::isSparse);
  }

  /** Bits of the indexes that an instruction uses, in each lane. */
  private static int indexBits(MfmaShape shape) {
    return shape.left().bits() == 16 ? 8 : 16;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sparse")
  void theProductIsThatOfTheDenseMatrixThatTheIndexesTell(MfmaShape shape) {
    for (int abid = 0; abid < 32 / indexBits(shape); abid++) {
      assertProduct(shape, new MatrixModifiers(0, abid, 0), abid);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sparse")
  void anyOtherCbszUsesTheFirstSetOfIndexes(MfmaShape shape) {
    assertProduct(shape, new MatrixModifiers(1, 1, 0), 0);
  }

  private static void assertProduct(MfmaShape shape, MatrixModifiers modifiers, int set) {
    Random random = new Random(shape.ordinal());
    int side = shape.rows();
    int kept = shape.left().bits() == 16 ? 4 : 8; // elements of A in a lane, and 2 × as many of B
    int[][] a = MatrixStepTest.elements(random, kept, 8);
    int[][] b = MatrixStepTest.elements(random, 2 * kept, 8);
    int[][] c = MatrixStepTest.elements(random, shape.accumulators(), 99);
    int[] indexes = random.ints(LANES).toArray();
    int[][] rows = new int[side][shape.depth()];
    int[][] columns = new int[side][shape.depth()];
    for (int lane = 0; lane < LANES; lane++) {
      int first = 2 * kept * (lane / side);
      for (int e = 0; e < kept; e++) {
        int bit = set * indexBits(shape) + 2 * e;
        rows[lane % side][first + 4 * (e / 2) + (indexes[lane] >>> bit & 3)] += a[lane][e];
      }
      for (int e = 0; e < 2 * kept; e++) {
        columns[lane % side][first + e] = b[lane][e];
      }
    }
    long[][] sums = MatrixRun.of(shape, modifiers, a, b, c, indexes);
    for (int lane = 0; lane < LANES; lane++) {
      for (int n = 0; n < shape.accumulators(); n++) {
        int row = 8 * (n / 4) % side + 4 * (lane / side) + n % 4;
        long expected = c[lane][n];
        for (int k = 0; k < shape.depth(); k++) {
          expected += (long) rows[row][k] * columns[lane % side][k];
        }
        assertThat(sums[lane][n])
            .as("%s, lane %s, register %s", modifiers, lane, n)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void anElementIsMultipliedWithTheRowOfBThatItsTwoBitsName() {
    MfmaShape shape = MfmaShape.SMFMAC_F32_16X16X32_F16;
    int[][] a = new int[LANES][4];
    int[][] b = new int[LANES][8];
    a[50] = new int[] {0, 0, 0, 5}; // row 2, the second one of columns 28 to 31
    b[48] = new int[] {0, 0, 0, 0, 0, 0, 0, 3}; // row 31 of column 0
    int[] indexes = new int[LANES];
    indexes[50] = 3 << 6; // as the calculator's K[2][31] = v0{50}.[7:4]
    long[][] sums = MatrixRun.of(shape, MatrixModifiers.NONE, a, b, new int[LANES][4], indexes);
    assertThat(sums[0]).containsExactly(0, 0, 15, 0);
  }
}
