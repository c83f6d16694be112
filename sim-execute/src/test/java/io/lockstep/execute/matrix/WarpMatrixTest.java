// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MmaShape;
import io.lockstep.kernel.matrix.QuadShape;
import io.lockstep.kernel.type.Type;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Products of a warp's matrices against the definition, by the formulas of the PTX ISA. */
class WarpMatrixTest {
  private static final int LANES = 32;

  private static Stream<MmaShape> shapes() {
    return MmaShape.values().stream();
  }

  /** Row and column of A of an element of a lane, as the PTX ISA's figures of fragments have it. */
  private static int[] left(MmaShape s, int lane, int i) {
    int g = lane >> 2;
    int t = lane & 3;
    boolean low = s.rows() == 8;
    return switch (s.left()) {
      case F64 ->
          low
              ? new int[] {g, t}
              : s.depth() == 4
                  ? new int[] {g + 8 * i, t}
                  : new int[] {g + 8 * (i & 1), t + 4 * (i >> 1)};
      case XF32 ->
          s.depth() == 4 ? new int[] {g + 8 * i, t} : new int[] {g + 8 * (i & 1), t + 4 * (i >> 1)};
      case F16, BF16 ->
          s.depth() == 8
              ? new int[] {i < 2 ? g : g + 8, 2 * t + (i & 1)}
              : new int[] {
                i == 0 || i == 1 || i == 4 || i == 5 ? g : g + 8, 2 * t + (i & 1) + (i >= 4 ? 8 : 0)
              };
      case I8, U8, E4M3, E5M2, E3M2, E2M3, E2M1_BYTE ->
          low || s.depth() == 16
              ? new int[] {i < 4 ? g : g + 8, 4 * t + (i & 3)}
              : new int[] {
                i < 4 || i >= 8 && i < 12 ? g : g + 8, 4 * t + (i & 3) + (i >= 8 ? 16 : 0)
              };
      case S4, U4 ->
          low || s.depth() == 32
              ? new int[] {i < 8 ? g : g + 8, 8 * t + (i & 7)}
              : new int[] {
                i < 8 || i >= 16 && i < 24 ? g : g + 8, 8 * t + (i & 7) + (i >= 16 ? 32 : 0)
              };
      case B1 ->
          low || s.depth() == 128
              ? new int[] {i < 32 ? g : g + 8, 32 * t + (i & 31)}
              : new int[] {
                i < 32 || i >= 64 && i < 96 ? g : g + 8, 32 * t + (i & 31) + (i >= 64 ? 128 : 0)
              };
      default -> throw new IllegalArgumentException();
    };
  }

  /** Row of B of an element of a lane; its column is the lane's quarter. */
  private static int right(MmaShape s, int lane, int i) {
    int t = lane & 3;
    return switch (s.left()) {
      case F64, XF32 -> t + 4 * i;
      case F16, BF16 -> 2 * t + (i & 1) + 8 * (i >> 1);
      case I8, U8, E4M3, E5M2, E3M2, E2M3, E2M1_BYTE -> 4 * t + (i & 3) + 16 * (i >> 2);
      case S4, U4 -> 8 * t + (i & 7) + 32 * (i >> 3);
      default -> 32 * t + (i & 31) + 128 * (i >> 5);
    };
  }

  private static int most(MatrixElement element) {
    return switch (element) {
      case B1 -> 1;
      case E2M1_BYTE -> 3;
      case E5M2, E3M2 -> 4;
      default -> 7;
    };
  }

  private static int[][] elements(Random random, int count, MatrixElement element) {
    boolean signed =
        switch (element) {
          case U8, U4, B1 -> false;
          default -> true;
        };
    int most = most(element);
    return IntStream.range(0, LANES)
        .mapToObj(lane -> random.ints(count, signed ? -most : 0, most + 1).toArray())
        .toArray(int[][]::new);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void everyElementIsAtItsPlaceAndTheProductIsExact(MmaShape shape) {
    Random random = new Random(shape.text().hashCode());
    int[][] a = elements(random, shape.leftElements(), shape.left());
    int[][] b = elements(random, shape.rightElements(), shape.right());
    int results = shape.rows() / 4;
    int[][] c = elements(random, results, MatrixElement.F32);
    int[][] rows = new int[shape.rows()][shape.depth()];
    int[][] columns = new int[8][shape.depth()];
    for (int lane = 0; lane < LANES; lane++) {
      for (int i = 0; i < a[lane].length; i++) {
        int[] place = left(shape, lane, i);
        rows[place[0]][place[1]] = a[lane][i];
      }
      for (int i = 0; i < b[lane].length; i++) {
        columns[lane >> 2][right(shape, lane, i)] = b[lane][i];
      }
    }
    long[][] found = MatrixRun.of(shape, MatrixModifiers.NONE, a, b, c);
    for (int lane = 0; lane < LANES; lane++) {
      for (int i = 0; i < results; i++) {
        int row = (lane >> 2) + 8 * (i >> 1);
        int column = 2 * (lane & 3) + (i & 1);
        long expected = c[lane][i];
        for (int k = 0; k < shape.depth(); k++) {
          int x = rows[row][k];
          int y = columns[column][k];
          expected += shape.product() == MmaShape.Product.XOR ? x ^ y : (long) x * y;
        }
        assertThat(found[lane][i]).as("lane %s, element %s", lane, i).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void anInstructionHasAsManyRegistersAsPtxStates(MmaShape shape) {
    int bits = shape.left().bits();
    assertThat(shape.leftInputs() * shape.inputBits() * LANES)
        .isEqualTo(shape.rows() * shape.depth() * bits);
    assertThat(shape.rightInputs() * shape.inputBits() * LANES).isEqualTo(8 * shape.depth() * bits);
    assertThat(shape.accumulators()).isEqualTo(shape.rows() / (shape.result() == Type.F16 ? 8 : 4));
  }

  private static Stream<QuadShape> quads() {
    return QuadShape.values().stream();
  }

  /** Row and column of C or D of an element of a lane. */
  private static int[] quadPlace(Type type, int lane, int i) {
    int below = lane >> 4 << 2;
    return type == Type.F16
        ? new int[] {(lane & 3) + below, i}
        : new int[] {(lane & 1) + (i & 2) + below, (i & 4) + (lane & 2) + (i & 1)};
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("quads")
  void eachFourLanesAndTheirPartnersHaveAProductOfTheirOwn(QuadShape shape) {
    Random random = new Random(shape.text().hashCode());
    int[][] a = elements(random, 4, MatrixElement.F16);
    int[][] b = elements(random, 4, MatrixElement.F16);
    int[][] c = elements(random, 8, MatrixElement.F16);
    int[][][] sums = new int[4][8][8]; // C by product, row and column
    for (int lane = 0; lane < LANES; lane++) {
      for (int i = 0; i < 8; i++) {
        int[] place = quadPlace(shape.addend(), lane, i);
        sums[lane >> 2 & 3][place[0]][place[1]] = c[lane][i];
      }
    }
    long[][] found = MatrixRun.of(shape, MatrixModifiers.NONE, a, b, c);
    for (int lane = 0; lane < LANES; lane++) {
      int first = lane & 12;
      for (int i = 0; i < 8; i++) {
        int row = quadPlace(shape.result(), lane, i)[0];
        int column = quadPlace(shape.result(), lane, i)[1];
        long expected = sums[lane >> 2 & 3][row][column];
        for (int k = 0; k < 4; k++) {
          int x =
              shape.leftByColumns()
                  ? a[first + k + row / 4 * 16][row % 4]
                  : a[first + row % 4 + row / 4 * 16][k];
          int y =
              shape.rightByRows()
                  ? b[first + k + column / 4 * 16][column % 4]
                  : b[first + column % 4 + column / 4 * 16][k];
          expected += (long) x * y;
        }
        assertThat(found[lane][i]).as("lane %s, element %s", lane, i).isEqualTo(expected);
      }
    }
  }
}
