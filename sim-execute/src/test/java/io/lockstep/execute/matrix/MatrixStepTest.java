// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.TestKernel;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Matrix instructions against products of small integers, whose sums are exact in every format. The
 * places are written here the other way round: what a register of a lane holds, as AMD's matrix
 * instruction calculator prints it for CDNA 1 to 3 ({@code --register-layout}).
 */
class MatrixStepTest {
  private static final int LANES = 64;

  /** By blgp: which 16 lanes of B serve as lanes 0 to 15, 16 to 31, 32 to 47, 48 to 63. */
  private static final int[][] QUARTERS = {
    {0, 1, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}, {1, 2, 3, 0},
    {0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}
  };

  /** By blgp: which matrices of a product of doubles are negated. */
  private static final String[] NEGATED = {"", "A", "B", "AB", "C", "AC", "BC", "ABC"};

  private static Stream<MfmaShape> dense() {
    return Stream.of(MfmaShape.values()).filter(shape -> !shape.isSparse());
  }

  /** Row, column and block of an element of C and D. */
  private static int[] result(MfmaShape shape, int lane, int register) {
    return switch (shape) {
      case F64_16X16X4F64 -> new int[] {lane / 16 + 4 * register, lane % 16, 0};
      case F64_4X4X4F64 -> new int[] {lane / 16, lane % 4, lane / 4 % 4};
      default ->
          switch (shape.rows()) {
            case 32 ->
                new int[] {
                  8 * (register / 4) % 32 + 4 * (lane / 32) + register % 4, lane % 32, register / 16
                };
            case 16 -> new int[] {4 * (lane / 16) + register % 4, lane % 16, register / 4};
            default -> new int[] {register % 4, lane % 4, lane / 4};
          };
    };
  }

  /** Line (row of A, column of B), k and block of an element of A or B. */
  private static int[] input(MfmaShape shape, int lane, int element) {
    int side = shape.rows();
    int each = side * shape.depth() * shape.blocks() / LANES;
    int inBlocks = lane % (side * shape.blocks());
    return new int[] {
      lane % side, lane / (side * shape.blocks()) * each + element, inBlocks / side
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dense")
  void everyElementIsAtItsPlaceAndTheProductIsExact(MfmaShape shape) {
    assertProduct(shape, MatrixModifiers.NONE);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dense")
  void groupsOfBlocksUseTheBlockOfAThatAbidNames(MfmaShape shape) {
    for (int cbsz = 0; shape.result() != Type.F64 && 1 << cbsz <= shape.blocks(); cbsz++) {
      for (int abid = 0; abid < 1 << cbsz; abid++) {
        assertProduct(shape, new MatrixModifiers(cbsz, abid, 0));
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dense")
  void lanesOfBServeForOthersByTheirPatternAndDoublesAreNegated(MfmaShape shape) {
    for (int blgp = 1; blgp < 8; blgp++) {
      boolean broadcasts = shape.blocks() > 1 && shape.result() != Type.F64;
      assertProduct(shape, new MatrixModifiers(broadcasts ? 1 : 0, broadcasts ? 1 : 0, blgp));
    }
  }

  /** A product of random elements against the definition. */
  private static void assertProduct(MfmaShape shape, MatrixModifiers modifiers) {
    Random random = new Random(shape.ordinal());
    int[][] a = elements(random, shape.leftElements(), 8);
    int[][] b = elements(random, shape.rightElements(), 8);
    int[][] c = elements(random, shape.accumulators(), 99);
    boolean doubles = shape.result() == Type.F64;
    int[] signs = {1, 1, 1};
    for (int matrix = 0; doubles && matrix < 3; matrix++) {
      signs[matrix] =
          NEGATED[modifiers.blgp()].contains("ABC".substring(matrix, matrix + 1)) ? -1 : 1;
    }
    int side = shape.rows();
    int[][][] rows = new int[shape.blocks()][side][shape.depth()];
    int[][][] columns = new int[shape.blocks()][side][shape.depth()];
    for (int lane = 0; lane < LANES; lane++) {
      int from = doubles ? lane : 16 * QUARTERS[modifiers.blgp()][lane / 16] + lane % 16;
      for (int e = 0; e < shape.leftElements(); e++) {
        int[] place = input(shape, lane, e);
        rows[place[2]][place[0]][place[1]] = a[lane][e];
        columns[place[2]][place[0]][place[1]] = b[from][e];
      }
    }
    int together = 1 << modifiers.cbsz();
    long[][] sums = MatrixRun.of(shape, modifiers, a, b, c);
    for (int lane = 0; lane < LANES; lane++) {
      for (int n = 0; n < shape.accumulators(); n++) {
        int[] place = result(shape, lane, n);
        int[] row = rows[place[2] - place[2] % together + modifiers.abid()][place[0]];
        long expected = signs[2] * c[lane][n];
        for (int x = 0; x < shape.depth(); x++) {
          expected += signs[0] * row[x] * signs[1] * columns[place[2]][place[1]][x];
        }
        assertThat(sums[lane][n])
            .as("%s, lane %s, register %s", modifiers, lane, n)
            .isEqualTo(expected);
      }
    }
  }

  /** Small random numbers, by lane and element. */
  static int[][] elements(Random random, int count, int most) {
    return IntStream.range(0, LANES)
        .mapToObj(lane -> random.ints(count, -most, most + 1).toArray())
        .toArray(int[][]::new);
  }

  @Test
  void aMatrixInstructionOfSomeLanesOnlyIsAFault() {
    TestKernel k = new TestKernel(LANES + 8, 1, 1);
    k.builder.fixedWidth(LANES);
    int a = k.op(Type.F64, InstructionBuilder.of(Op.MOVE, Type.F64).from(i(0)));
    int d = k.register(Type.F64);
    k.add(
        InstructionBuilder.of(Op.MATRIX, Type.F64)
            .matrix(MfmaShape.F64_4X4X4F64)
            .from(r(a), r(a), r(a))
            .to(d));
    k.exit();
    assertThatThrownBy(k::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining(
            "a matrix instruction is executed by 8 of the wavefront's 64 lanes, expected all");
  }

  private static int constant(TestKernel k, Type type, long bits) {
    Operand value = type == Type.I32 ? i((int) bits) : Operand.immediate(bits);
    return k.op(type, InstructionBuilder.of(Op.MOVE, type).from(value));
  }

  /** The first element of D where all elements of A, B and C are the same. */
  private static long uniform(MfmaShape shape, int a, int b, int c) {
    TestKernel k = new TestKernel(LANES, 1, 1);
    k.builder.fixedWidth(LANES);
    int out = k.buffer("out", 8L * LANES, null);
    List<Operand> from = new ArrayList<>();
    for (int n = 0; n < shape.leftInputs() + shape.rightInputs(); n++) {
      from.add(r(constant(k, Type.I32, n < shape.leftInputs() ? a : b)));
    }
    List<Integer> to = new ArrayList<>();
    for (int n = 0; n < shape.accumulators(); n++) {
      from.add(r(constant(k, shape.result(), c)));
      to.add(k.register(shape.result()));
    }
    k.add(InstructionBuilder.of(Op.MATRIX, shape.result()).matrix(shape).from(from).to(to));
    k.add(
        InstructionBuilder.of(Op.STORE, shape.result())
            .from(r(k.address(out, k.special(Special.LOCAL_ID_FLAT), 8)), r(to.get(0)))
            .memory(TestKernel.access(Space.GLOBAL, shape.result(), 1)));
    k.exit();
    k.run();
    return k.result(0);
  }

  @Test
  void anXf32IsTruncatedToTenFractionBits() {
    int one = Float.floatToRawIntBits(1);
    int below = Float.floatToRawIntBits(-(1 + 0x1p-10f + 0x1.FFEp-11f));
    assertThat(number(uniform(MfmaShape.F32_16X16X8_XF32, below, one, 0)))
        .isEqualTo(-8 * (1 + 0x1p-10f));
    assertThat(number(uniform(MfmaShape.F32_32X32X2F32, below, one, 0)))
        .isEqualTo(-2 * (1 + 0x1p-10f + 0x1.FFEp-11f));
  }

  @Test
  void anXf32ThatIsNoNumberStaysOne() {
    assertThat(number(uniform(MfmaShape.F32_16X16X8_XF32, 0x7F800001, 0x3F800000, 0))).isNaN();
  }

  @Test
  void sumsOfBytesWrap() {
    assertThat((int) uniform(MfmaShape.I32_32X32X8I8, 0x01010101, 0x01010101, Integer.MAX_VALUE))
        .isEqualTo(Integer.MIN_VALUE + 7);
  }

  @Test
  void eachProductOfFloatsIsAddedWithOneRounding() {
    // 2^24 + 1 + 1 is 2^24 where each sum is rounded to a float.
    assertThat(number(uniform(MfmaShape.F32_32X32X2F32, 0x3F800000, 0x3F800000, 0x4B800000)))
        .isEqualTo(0x1p24f);
  }

  private static float number(long bits) {
    return Float.intBitsToFloat((int) bits);
  }
}
