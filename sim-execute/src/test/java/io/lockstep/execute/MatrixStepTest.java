package io.lockstep.execute;

import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MatrixShape;
import io.lockstep.kernel.ir.MatrixShape.Element;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Rounding;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Type;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Matrix instructions against products of small integers, whose sums are exact in every format. The
 * places are written here the other way round: what a register of a lane holds, as AMD's matrix
 * instruction calculator prints it for CDNA 1 to 3 ({@code --register-layout}).
 */
class MatrixStepTest {
  private static final int LANES = 64;

  /** Row, column and block of an element of C and D. */
  private static int[] result(MatrixShape shape, int lane, int register) {
    return switch (shape) {
      case F64_16X16X4F64 -> new int[] {lane / 16 + 4 * register, lane % 16, 0};
      case F64_4X4X4F64 -> new int[] {lane / 16, lane % 4, lane / 4 % 4};
      default ->
          switch (shape.side()) {
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
  private static int[] input(MatrixShape shape, int lane, int element) {
    int side = shape.side();
    int each = side * shape.depth() * shape.blocks() / LANES;
    int inBlocks = lane % (side * shape.blocks());
    return new int[] {
      lane % side, lane / (side * shape.blocks()) * each + element, inBlocks / side
    };
  }

  private static long bits(Element element, int value) {
    return switch (element) {
      case F16 -> HalfFloats.toHalf(value, Rounding.NEAREST_EVEN) & 0xFFFF;
      case BF16 -> Float.floatToRawIntBits(value) >>> 16;
      case F32, XF32 -> Float.floatToRawIntBits(value) & 0xFFFFFFFFL;
      case F64 -> Double.doubleToRawLongBits(value);
      case I8 -> value & 0xFF;
      case FP8 -> eightBits(value, 3, 8);
      case BF8 -> eightBits(value, 2, 16);
    };
  }

  /** A small integer as a sign, an exponent and a fraction, whose bits suffice for it. */
  private static long eightBits(int value, int fractionBits, int bias) {
    if (value == 0) {
      return 0;
    }
    int magnitude = Math.abs(value);
    int exponent = 31 - Integer.numberOfLeadingZeros(magnitude);
    int fraction = (magnitude << fractionBits >> exponent) - (1 << fractionBits);
    return (value < 0 ? 0x80 : 0) | exponent + bias << fractionBits | fraction;
  }

  private static long number(Type type, long bits) {
    return switch (type) {
      case F32 -> (long) Float.intBitsToFloat((int) bits);
      case F64 -> (long) Double.longBitsToDouble(bits);
      default -> (int) bits;
    };
  }

  private static int load(TestKernel k, int base, Type type, int words, int word) {
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int first = k.op(Type.I32, InstructionBuilder.of(Op.MUL, Type.I32).from(r(flat), i(words)));
    int index = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(first), i(word)));
    int at = k.address(base, index, 8);
    return k.op(
        type,
        InstructionBuilder.of(Op.LOAD, type)
            .from(r(at))
            .memory(TestKernel.access(Space.GLOBAL, type, 1)));
  }

  private static ByteBuffer words(int count) {
    return ByteBuffer.allocate(8 * count).order(ByteOrder.LITTLE_ENDIAN);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(MatrixShape.class)
  void everyElementIsAtItsPlaceAndTheProductIsExact(MatrixShape shape) {
    Random random = new Random(shape.ordinal());
    int side = shape.side();
    int[][][] a = new int[shape.blocks()][side][shape.depth()];
    int[][][] b = new int[shape.blocks()][side][shape.depth()];
    int[][][] c = new int[shape.blocks()][side][side];
    for (int block = 0; block < shape.blocks(); block++) {
      for (int line = 0; line < side; line++) {
        for (int k = 0; k < shape.depth(); k++) {
          a[block][line][k] = random.nextInt(-8, 9);
          b[block][line][k] = random.nextInt(-8, 9);
        }
        for (int column = 0; column < side; column++) {
          c[block][line][column] = random.nextInt(-99, 100);
        }
      }
    }
    int inputs = shape.inputs();
    int each = shape.elements() / inputs;
    int accumulators = shape.accumulators();
    ByteBuffer[] in = {words(LANES * inputs), words(LANES * inputs), words(LANES * accumulators)};
    Type type = shape.result();
    for (int lane = 0; lane < LANES; lane++) {
      for (int e = 0; e < shape.elements(); e++) {
        int[] place = input(shape, lane, e);
        int at = 8 * (lane * inputs + e / each);
        int shift = e % each * shape.left().bits();
        int[] line = a[place[2]][place[0]];
        in[0].putLong(at, in[0].getLong(at) | bits(shape.left(), line[place[1]]) << shift);
        line = b[place[2]][place[0]];
        in[1].putLong(at, in[1].getLong(at) | bits(shape.right(), line[place[1]]) << shift);
      }
      for (int n = 0; n < accumulators; n++) {
        int[] place = result(shape, lane, n);
        int value = c[place[2]][place[0]][place[1]];
        Element same = type == Type.F64 ? Element.F64 : Element.F32;
        long bits = type == Type.I32 ? value & 0xFFFFFFFFL : bits(same, value);
        in[2].putLong(8 * (lane * accumulators + n), bits);
      }
    }
    TestKernel k = new TestKernel(LANES, 1, 1);
    k.builder.fixedWidth(LANES);
    int out = k.buffer("out", 8L * LANES * accumulators, null);
    List<Operand> from = new ArrayList<>();
    Type input = type == Type.F64 ? Type.F64 : Type.I32;
    for (int matrix = 0; matrix < 3; matrix++) {
      int base = k.buffer("in" + matrix, in[matrix].capacity(), in[matrix].array());
      int count = matrix == 2 ? accumulators : inputs;
      for (int n = 0; n < count; n++) {
        from.add(r(load(k, base, matrix == 2 ? type : input, count, n)));
      }
    }
    List<Integer> to = new ArrayList<>();
    for (int n = 0; n < accumulators; n++) {
      to.add(k.register(type));
    }
    k.add(InstructionBuilder.of(Op.MATRIX, type).matrix(shape).from(from).to(to));
    int flat = k.special(Special.LOCAL_ID_FLAT);
    for (int n = 0; n < accumulators; n++) {
      int first =
          k.op(Type.I32, InstructionBuilder.of(Op.MUL, Type.I32).from(r(flat), i(accumulators)));
      int index = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(first), i(n)));
      k.add(
          InstructionBuilder.of(Op.STORE, type)
              .from(r(k.address(out, index, 8)), r(to.get(n)))
              .memory(TestKernel.access(Space.GLOBAL, type, 1)));
    }
    k.exit();
    k.run();
    for (int lane = 0; lane < LANES; lane++) {
      for (int n = 0; n < accumulators; n++) {
        int[] place = result(shape, lane, n);
        long expected = c[place[2]][place[0]][place[1]];
        for (int x = 0; x < shape.depth(); x++) {
          expected += a[place[2]][place[0]][x] * b[place[2]][place[1]][x];
        }
        assertThat(number(type, k.result(lane * accumulators + n)))
            .as("lane %s, register %s", lane, n)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void aMatrixInstructionOfSomeLanesOnlyIsAFault() {
    TestKernel k = new TestKernel(LANES + 8, 1, 1);
    k.builder.fixedWidth(LANES);
    int a = k.op(Type.F64, InstructionBuilder.of(Op.MOVE, Type.F64).from(i(0)));
    int d = k.register(Type.F64);
    k.add(
        InstructionBuilder.of(Op.MATRIX, Type.F64)
            .matrix(MatrixShape.F64_4X4X4F64)
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
  private static long uniform(MatrixShape shape, int a, int b, int c) {
    TestKernel k = new TestKernel(LANES, 1, 1);
    k.builder.fixedWidth(LANES);
    int out = k.buffer("out", 8L * LANES, null);
    List<Operand> from = new ArrayList<>();
    for (int n = 0; n < 2 * shape.inputs(); n++) {
      from.add(r(constant(k, Type.I32, n < shape.inputs() ? a : b)));
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
    assertThat(number(uniform(MatrixShape.F32_16X16X8_XF32, below, one, 0)))
        .isEqualTo(-8 * (1 + 0x1p-10f));
    assertThat(number(uniform(MatrixShape.F32_32X32X2F32, below, one, 0)))
        .isEqualTo(-2 * (1 + 0x1p-10f + 0x1.FFEp-11f));
  }

  @Test
  void anXf32ThatIsNoNumberStaysOne() {
    assertThat(number(uniform(MatrixShape.F32_16X16X8_XF32, 0x7F800001, 0x3F800000, 0))).isNaN();
  }

  @Test
  void sumsOfBytesWrap() {
    assertThat((int) uniform(MatrixShape.I32_32X32X8I8, 0x01010101, 0x01010101, Integer.MAX_VALUE))
        .isEqualTo(Integer.MIN_VALUE + 7);
  }

  @Test
  void eachProductOfFloatsIsAddedWithOneRounding() {
    // 2^24 + 1 + 1 is 2^24 where each sum is rounded to a float.
    assertThat(number(uniform(MatrixShape.F32_32X32X2F32, 0x3F800000, 0x3F800000, 0x4B800000)))
        .isEqualTo(0x1p24f);
  }

  private static float number(long bits) {
    return Float.intBitsToFloat((int) bits);
  }
}
