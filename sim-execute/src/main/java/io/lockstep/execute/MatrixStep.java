// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.MatrixModifiers;
import io.lockstep.kernel.ir.MatrixShape;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import java.util.List;

/**
 * A matrix multiplication whose operands are distributed over wavefronts of 64 consecutive
 * work-items.
 *
 * <p>Each element of the result starts from C; the products are added in the order of k, each with
 * one rounding to the type of the result. No document states the order of the hardware's sums; if
 * all partial sums are exact, the order does not matter. Sums of integers wrap.
 *
 * <p>All numbers are held as doubles, which is exact: sums of 32-bit floats are rounded to floats,
 * and sums of bytes stay far below 2^53.
 */
final class MatrixStep implements Step {
  private static final int LANES = MatrixShape.LANES;

  /** Mask of the float bits that XF32 keeps by truncation (ROCm/rocm-libraries, #9176). */
  private static final int XF32_BITS = 0xFFFFE000;

  private interface Source {
    double at(int element, int lane);
  }

  private interface Sink {
    void put(int element, int lane, double value);
  }

  private final MatrixShape shape;
  private final boolean single;
  private final MachineState state;
  private final Instruction instruction;

  // Lanes and registers of the elements of A (by block, row, stored k), of B (by block, column, k)
  // and of C and D (by block, row, column).
  private final int[] leftLane;
  private final int[] rightLane;
  private final int[] resultLane;
  private final int[] resultRegister;

  private final Source left;
  private final Source right;
  private final Source start;
  private final Sink result;
  private final int[] indexes; // by lane; null unless A is sparse
  private final int indexSet;
  private final double[] a; // by block, row, stored k
  private final double[] b; // by block, k, column
  private final double[] sum; // by block, row, column

  MatrixStep(Instruction in, RegisterFile registers, MachineState state) {
    this.instruction = in;
    this.state = state;
    shape = in.matrix();
    single = shape.result() == Type.F32;
    boolean negates = shape.result() == Type.F64;
    int side = shape.side();
    int depth = shape.depth();
    MatrixModifiers modifiers = in.modifiers();
    int stored = shape.storedDepth();
    leftLane = new int[shape.blocks() * side * stored];
    for (int n = 0; n < leftLane.length; n++) {
      int block = shape.isSparse() ? 0 : modifiers.leftBlock(n / stored / side);
      leftLane[n] = shape.leftLane(block, n / stored % side, n % stored);
    }
    rightLane = new int[shape.blocks() * side * depth];
    for (int n = 0; n < rightLane.length; n++) {
      int lane = shape.rightLane(n / depth / side, n / depth % side, n % depth);
      rightLane[n] = negates ? lane : modifiers.rightLane(lane);
    }
    resultLane = new int[shape.blocks() * side * side];
    resultRegister = new int[resultLane.length];
    for (int n = 0; n < resultLane.length; n++) {
      int row = n / side % side;
      resultLane[n] = shape.resultLane(n / side / side, row, n % side);
      resultRegister[n] = shape.resultRegister(n / side / side, row);
    }
    List<Operand> from = in.sources();
    int rights = shape.leftInputs();
    int sums = rights + shape.rightInputs();
    int index = sums + shape.accumulators();
    Source plainLeft = input(shape.left(), from.subList(0, rights), registers);
    Source plainRight = input(shape.right(), from.subList(rights, sums), registers);
    Source plainStart = accumulators(shape.result(), from.subList(sums, index), registers);
    indexes = shape.isSparse() ? registers.ints(from.get(index), Type.I32, false) : null;
    indexSet = modifiers.indexSet();
    left = negates && modifiers.negates(0) ? negated(plainLeft) : plainLeft;
    right = negates && modifiers.negates(1) ? negated(plainRight) : plainRight;
    start = negates && modifiers.negates(2) ? negated(plainStart) : plainStart;
    result = results(shape.result(), in.destinations(), registers);
    a = new double[leftLane.length];
    b = new double[rightLane.length];
    sum = new double[resultLane.length];
  }

  private static Source input(
      MatrixShape.Element element, List<Operand> from, RegisterFile registers) {
    if (element == MatrixShape.Element.F64) {
      double[] numbers = registers.doubles(from.get(0), Type.F64);
      return (e, lane) -> numbers[lane];
    }
    int[][] packed = ints(from, registers);
    return switch (element) {
      case F16 -> (e, lane) -> HalfFloats.toFloat(packed[e / 2][lane] >>> e % 2 * 16 & 0xFFFF);
      case BF16 -> (e, lane) -> Float.intBitsToFloat(packed[e / 2][lane] >>> e % 2 * 16 << 16);
      case F32 -> (e, lane) -> Float.intBitsToFloat(packed[e][lane]);
      case XF32 -> (e, lane) -> truncated(Float.intBitsToFloat(packed[e][lane]));
      case FP8 -> (e, lane) -> ByteFloats.fromFp8(octet(packed, e, lane) & 0xFF);
      case BF8 -> (e, lane) -> ByteFloats.fromBf8(octet(packed, e, lane) & 0xFF);
      case I8 -> (e, lane) -> octet(packed, e, lane);
      case F64 -> throw new IllegalArgumentException(element + " is not packed");
    };
  }

  private static Source negated(Source plain) {
    return (e, lane) -> -plain.at(e, lane);
  }

  private static byte octet(int[][] packed, int element, int lane) {
    return (byte) (packed[element / 4][lane] >>> element % 4 * Byte.SIZE);
  }

  private static float truncated(float number) {
    return Float.isNaN(number)
        ? number
        : Float.intBitsToFloat(Float.floatToRawIntBits(number) & XF32_BITS);
  }

  private static Source accumulators(Type type, List<Operand> from, RegisterFile registers) {
    return switch (type) {
      case F32 -> {
        float[][] c = from.stream().map(o -> registers.floats(o, Type.F32)).toArray(float[][]::new);
        yield (register, lane) -> c[register][lane];
      }
      case F64 -> {
        double[][] c =
            from.stream().map(o -> registers.doubles(o, Type.F64)).toArray(double[][]::new);
        yield (register, lane) -> c[register][lane];
      }
      default -> {
        int[][] c = ints(from, registers);
        yield (register, lane) -> c[register][lane];
      }
    };
  }

  private static Sink results(Type type, List<Integer> to, RegisterFile registers) {
    return switch (type) {
      case F32 -> {
        float[][] d = to.stream().map(registers::floatResult).toArray(float[][]::new);
        yield (register, lane, value) -> d[register][lane] = (float) value;
      }
      case F64 -> {
        double[][] d = to.stream().map(registers::doubleResult).toArray(double[][]::new);
        yield (register, lane, value) -> d[register][lane] = value;
      }
      default -> {
        int[][] d =
            to.stream().map(r -> registers.intResult(r, Type.I32, false)).toArray(int[][]::new);
        yield (register, lane, value) -> d[register][lane] = (int) (long) value;
      }
    };
  }

  private static int[][] ints(List<Operand> from, RegisterFile registers) {
    return from.stream().map(o -> registers.ints(o, Type.I32, false)).toArray(int[][]::new);
  }

  @Override
  public void run(ActiveLanes lanes) {
    for (int w = 0; w < lanes.mask.length; w++) {
      long active = lanes.mask[w];
      if (active == -1L) {
        wavefront(w * LANES);
      } else if (active != 0) {
        state.instruction = instruction;
        state.lane = w * LANES + Long.numberOfTrailingZeros(active);
        throw new KernelFault(
            "a matrix instruction is executed by %s of the wavefront's %s lanes, expected all"
                .formatted(Long.bitCount(active), LANES));
      }
    }
  }

  private void wavefront(int base) {
    int side = shape.side();
    int depth = shape.depth();
    int stored = shape.storedDepth();
    int lefts = shape.leftElements();
    int rights = shape.rightElements();
    for (int n = 0; n < a.length; n++) {
      a[n] = left.at(n % stored % lefts, base + leftLane[n]);
    }
    for (int n = 0; n < b.length; n++) {
      int line = n / depth;
      int k = n % depth;
      b[(line / side * depth + k) * side + line % side] = right.at(k % rights, base + rightLane[n]);
    }
    for (int n = 0; n < sum.length; n++) {
      sum[n] = start.at(resultRegister[n], base + resultLane[n]);
    }
    for (int n = 0; n < a.length; n++) {
      int line = n / stored;
      int k = indexes == null ? n % stored : column(n % stored, base + leftLane[n]);
      add(a[n], (line / side * depth + k) * side, line * side);
    }
    for (int n = 0; n < sum.length; n++) {
      result.put(resultRegister[n], base + resultLane[n], sum[n]);
    }
  }

  /** Returns the column of a stored element of A, which stores two of every four columns. */
  private int column(int stored, int lane) {
    int place = shape.indexPlace(indexSet, stored % shape.leftElements());
    return stored / 2 * 4 + (indexes[lane] >>> place & 3);
  }

  /**
   * Adds an element of A times a row of B to a row of sums; the rows begin at the given indices.
   */
  private void add(double x, int row, int to) {
    for (int column = 0; column < shape.side(); column++) {
      double y = b[row + column];
      double s = sum[to + column];
      sum[to + column] = single ? Math.fma((float) x, (float) y, (float) s) : Math.fma(x, y, s);
    }
  }
}
