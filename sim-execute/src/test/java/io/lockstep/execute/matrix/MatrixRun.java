// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;

import io.lockstep.execute.TestKernel;
import io.lockstep.execute.number.HalfFloats;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Runs a kernel of one matrix instruction on small integers, each lane's elements given apart. */
final class MatrixRun {
  private final MatrixShape shape;
  private final Type input;
  private final Type sum; // of the registers of D
  private final Type addend; // of those of C
  private final int lanes;
  private final TestKernel k;
  private final int out;
  private final List<Operand> from = new ArrayList<>();

  private MatrixRun(MatrixShape shape) {
    this.shape = shape;
    lanes = shape.lanes();
    k = new TestKernel(lanes, 1, 1);
    input = shape.result() == Type.F64 ? Type.F64 : Type.I32;
    sum = shape.result() == Type.F16 ? Type.I32 : shape.result();
    addend = shape.addend() == Type.F16 ? Type.I32 : shape.addend();
    k.builder.fixedWidth(lanes);
    out = k.buffer("out", 8L * lanes * shape.accumulators(), null); // the first one
  }

  /** The sums of each lane, by lane and register, where the elements of A, B and C are so. */
  static long[][] of(
      MatrixShape shape, MatrixModifiers modifiers, int[][] a, int[][] b, int[][] c) {
    return reading(shape, a, b, c).multiply(modifiers);
  }

  /** The same where A is sparse, and each lane has a word of indexes. */
  static long[][] of(
      MatrixShape shape,
      MatrixModifiers modifiers,
      int[][] a,
      int[][] b,
      int[][] c,
      int[] indexes) {
    MatrixRun run = reading(shape, a, b, c);
    ByteBuffer buffer = words(shape.lanes());
    IntStream.of(indexes).forEach(buffer::putLong);
    run.read("indexes", Type.I32, buffer, 1);
    return run.multiply(modifiers);
  }

  /**
   * The words of D by lane and register, where the words of the operands, by lane and register, are
   * so: A, B, C and the scales of A and of B.
   */
  static int[][] ofWords(MatrixShape shape, MatrixModifiers modifiers, List<int[][]> operands) {
    MatrixRun run = new MatrixRun(shape);
    for (int[][] words : operands) {
      ByteBuffer buffer = words(words.length * words[0].length);
      for (int[] lane : words) {
        IntStream.of(lane).forEach(w -> buffer.putLong(w & 0xFFFFFFFFL));
      }
      Type type = run.from.size() == run.sums() ? run.addend : Type.I32;
      run.read("operand" + run.from.size(), type, buffer, words[0].length);
    }
    run.compute(modifiers);
    int[][] found = new int[shape.lanes()][shape.accumulators()];
    for (int lane = 0; lane < found.length; lane++) {
      for (int n = 0; n < found[lane].length; n++) {
        found[lane][n] = (int) run.k.result(lane * found[lane].length + n);
      }
    }
    return found;
  }

  /** The number of registers before C's. */
  private int sums() {
    return shape.leftInputs() + shape.rightInputs();
  }

  private static MatrixRun reading(MatrixShape shape, int[][] a, int[][] b, int[][] c) {
    MatrixRun run = new MatrixRun(shape);
    run.read("a", run.input, packed(shape.left(), a, shape.leftInputs()), shape.leftInputs());
    run.read("b", run.input, packed(shape.right(), b, shape.rightInputs()), shape.rightInputs());
    run.read("c", run.addend, run.sums(c), shape.addends());
    return run;
  }

  private static ByteBuffer packed(MatrixElement format, int[][] elements, int words) {
    ByteBuffer buffer = words(elements.length * words);
    for (int lane = 0; lane < elements.length; lane++) {
      int each = elements[lane].length / words;
      for (int e = 0; e < elements[lane].length; e++) {
        int at = 8 * (lane * words + e / each);
        long bits = bits(format, elements[lane][e]) << e % each * format.bits();
        buffer.putLong(at, buffer.getLong(at) | bits);
      }
    }
    return buffer;
  }

  private ByteBuffer sums(int[][] c) {
    Type type = shape.addend();
    if (type == Type.F16) {
      return packed(MatrixElement.F16, c, shape.addends());
    }
    ByteBuffer buffer = words(lanes * shape.addends());
    for (int[] lane : c) {
      for (int value : lane) {
        MatrixElement same = type == Type.F64 ? MatrixElement.F64 : MatrixElement.F32;
        buffer.putLong(type == Type.I32 ? value & 0xFFFFFFFFL : bits(same, value));
      }
    }
    return buffer;
  }

  private static ByteBuffer words(int count) {
    return ByteBuffer.allocate(8 * count).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static long bits(MatrixElement element, int value) {
    return switch (element) {
      case F16 -> HalfFloats.toHalf(value, Rounding.NEAREST_EVEN) & 0xFFFF;
      case BF16 -> Float.floatToRawIntBits(value) >>> 16;
      case F32, XF32 -> Float.floatToRawIntBits(value) & 0xFFFFFFFFL;
      case F64 -> Double.doubleToRawLongBits(value);
      case I8 -> value & 0xFF;
      case FP8 -> eightBits(value, 3, 8);
      case BF8 -> eightBits(value, 2, 16);
      case E4M3 -> eightBits(value, 3, 7);
      case E5M2 -> eightBits(value, 2, 15);
      case U8 -> value & 0xFF;
      case S4, U4 -> value & 0xF;
      case B1 -> value & 1;
      case E3M2 -> eightBits(value, 2, 3) >>> 2 & 0x20 | eightBits(value, 2, 3) & 0x1F;
      case E2M3 -> eightBits(value, 3, 1) >>> 2 & 0x20 | eightBits(value, 3, 1) & 0x1F;
      case E2M1_BYTE -> (eightBits(value, 1, 1) >>> 4 & 8 | eightBits(value, 1, 1) & 7) << 2;
      case E2M1 -> eightBits(value, 1, 1) >>> 4 & 8 | eightBits(value, 1, 1) & 7;
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

  /** The address of a lane's word in a buffer. */
  private int address(int base, int words, int word) {
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int first = k.op(Type.I32, InstructionBuilder.of(Op.MUL, Type.I32).from(r(flat), i(words)));
    int index = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(first), i(word)));
    return k.address(base, index, 8);
  }

  private void read(String name, Type type, ByteBuffer content, int words) {
    int base = k.buffer(name, content.capacity(), content.array());
    for (int word = 0; word < words; word++) {
      int at = address(base, words, word);
      from.add(
          r(
              k.op(
                  type,
                  InstructionBuilder.of(Op.LOAD, type)
                      .from(r(at))
                      .memory(TestKernel.access(Space.GLOBAL, type, 1)))));
    }
  }

  private void compute(MatrixModifiers modifiers) {
    int accumulators = shape.accumulators();
    List<Integer> to = new ArrayList<>();
    for (int n = 0; n < accumulators; n++) {
      to.add(k.register(sum));
    }
    k.add(
        InstructionBuilder.of(Op.MATRIX, shape.result())
            .variant(new Variant.Matrix(shape, modifiers))
            .from(from)
            .to(to));
    for (int n = 0; n < accumulators; n++) {
      k.add(
          InstructionBuilder.of(Op.STORE, sum)
              .from(r(address(out, accumulators, n)), r(to.get(n)))
              .memory(TestKernel.access(Space.GLOBAL, sum, 1)));
    }
    k.exit();
    k.run();
  }

  private long[][] multiply(MatrixModifiers modifiers) {
    compute(modifiers);
    int accumulators = shape.accumulators();
    int each = shape.result() == Type.F16 ? 2 : 1;
    long[][] sums = new long[lanes][accumulators * each];
    for (int lane = 0; lane < lanes; lane++) {
      for (int n = 0; n < accumulators * each; n++) {
        long word = k.result(lane * accumulators + n / each);
        sums[lane][n] =
            each == 2
                ? (long) HalfFloats.toFloat((int) word >>> n % 2 * 16 & 0xFFFF)
                : number(sum, word);
      }
    }
    return sums;
  }
}
