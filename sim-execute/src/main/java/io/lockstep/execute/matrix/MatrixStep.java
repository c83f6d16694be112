// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.number.ByteFloats;
import io.lockstep.execute.number.HalfFloats;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.matrix.MmaShape;
import io.lockstep.kernel.type.Type;
import java.util.List;

/**
 * A matrix multiplication whose operands are distributed over consecutive work-items.
 *
 * <p>Each element of the result starts from C; the products are added in the order of k, each with
 * one rounding to the type of the result. No document states the order of the sums of AMD's chips
 * and of doubles on NVIDIA's; if all partial sums are exact, the order does not matter. Sums of
 * integers wrap, or are clamped once at the end. Other floats of NVIDIA's: {@link TensorStep}.
 *
 * <p>All numbers are held as doubles, which is exact: sums of 32-bit floats are rounded to floats,
 * and sums of bytes stay far below 2^53.
 */
public final class MatrixStep implements Step {
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
  private final boolean differs; // the product of bits is whether they differ
  private final MatrixPlaces places;
  private final WholeWavefronts wavefronts;

  private final Source left;
  private final Source right;
  private final Source start;
  private final Sink result;
  private final SparseColumns columns; // null unless A is sparse
  private final double[] a; // by block, row, stored k
  private final double[] b; // by block, k, column
  private final double[] sum; // by block, row, column

  public MatrixStep(Instruction in, RegisterFile registers, MachineState state) {
    shape = in.matrix();
    places = new MatrixPlaces(in);
    wavefronts = new WholeWavefronts(in, state, shape.lanes());
    single = shape.result() == Type.F32;
    differs = shape instanceof MmaShape m && m.product() == MmaShape.Product.XOR;
    MatrixModifiers modifiers = in.modifiers();
    boolean negates = shape instanceof MfmaShape && shape.result() == Type.F64;
    List<Operand> from = in.sources();
    int rights = shape.leftInputs();
    int sums = rights + shape.rightInputs();
    int index = sums + shape.accumulators();
    Source plainLeft = input(shape.left(), from.subList(0, rights), registers);
    Source plainRight = input(shape.right(), from.subList(rights, sums), registers);
    Source plainStart = accumulators(shape.result(), from.subList(sums, index), registers);
    columns = shape.isSparse() ? new SparseColumns(in, places, registers, wavefronts) : null;
    left = negates && modifiers.negates(0) ? negated(plainLeft) : plainLeft;
    right = negates && modifiers.negates(1) ? negated(plainRight) : plainRight;
    start = negates && modifiers.negates(2) ? negated(plainStart) : plainStart;
    result = results(in, registers);
    a = new double[places.leftLane.length];
    b = new double[places.rightLane.length];
    sum = new double[places.resultLane.length];
  }

  private static Source input(MatrixElement element, List<Operand> from, RegisterFile registers) {
    if (element == MatrixElement.F64) {
      return doubles(from, registers);
    }
    int[][] packed = registers.ints(from);
    return switch (element) {
      case F16 -> (e, lane) -> HalfFloats.toFloat(packed[e / 2][lane] >>> e % 2 * 16 & 0xFFFF);
      case BF16 -> (e, lane) -> Float.intBitsToFloat(packed[e / 2][lane] >>> e % 2 * 16 << 16);
      case F32 -> (e, lane) -> Float.intBitsToFloat(packed[e][lane]);
      case XF32 -> (e, lane) -> truncated(Float.intBitsToFloat(packed[e][lane]));
      case FP8 -> (e, lane) -> ByteFloats.fromFp8(octet(packed, e, lane) & 0xFF);
      case BF8 -> (e, lane) -> ByteFloats.fromBf8(octet(packed, e, lane) & 0xFF);
      case I8 -> (e, lane) -> octet(packed, e, lane);
      case U8 -> (e, lane) -> octet(packed, e, lane) & 0xFF;
      case S4 -> (e, lane) -> packed[e / 8][lane] << 28 - e % 8 * 4 >> 28;
      case U4 -> (e, lane) -> packed[e / 8][lane] >>> e % 8 * 4 & 0xF;
      case B1 -> (e, lane) -> packed[e / 32][lane] >>> e % 32 & 1;
      case F64, E4M3, E5M2, E3M2, E2M3, E2M1_BYTE, E2M1 ->
          throw new IllegalArgumentException("no sums of " + element);
    };
  }

  private static Source doubles(List<Operand> from, RegisterFile registers) {
    double[][] numbers =
        from.stream().map(o -> registers.doubles(o, Type.F64)).toArray(double[][]::new);
    return (e, lane) -> numbers[e][lane];
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
        float[][] c = registers.floats(from);
        yield (register, lane) -> c[register][lane];
      }
      case F64 -> doubles(from, registers);
      default -> {
        int[][] c = registers.ints(from);
        yield (register, lane) -> c[register][lane];
      }
    };
  }

  private static Sink results(Instruction in, RegisterFile registers) {
    List<Integer> to = in.destinations();
    return switch (in.type()) {
      case F32 -> {
        float[][] d = registers.floatResults(to);
        yield (register, lane, value) -> d[register][lane] = (float) value;
      }
      case F64 -> {
        double[][] d = to.stream().map(registers::doubleResult).toArray(double[][]::new);
        yield (register, lane, value) -> d[register][lane] = value;
      }
      default -> {
        int[][] d = registers.intResults(to);
        // A cast from double clamps, one from long wraps.
        yield in.saturate()
            ? (register, lane, value) -> d[register][lane] = (int) value
            : (register, lane, value) -> d[register][lane] = (int) (long) value;
      }
    };
  }

  @Override
  public void run(ActiveLanes lanes) {
    wavefronts.each(lanes, this::wavefront);
  }

  private void wavefront(int base) {
    int side = shape.columns();
    int depth = shape.depth();
    int stored = shape.storedDepth();
    int[] sparse = columns == null ? null : columns.of(base);
    for (int n = 0; n < a.length; n++) {
      a[n] = left.at(places.leftPlace[n], base + places.leftLane[n]);
    }
    for (int n = 0; n < b.length; n++) {
      int line = n / depth;
      int k = n % depth;
      b[(line / side * depth + k) * side + line % side] =
          right.at(places.rightPlace[n], base + places.rightLane[n]);
    }
    for (int n = 0; n < sum.length; n++) {
      sum[n] = start.at(places.resultPlace[n], base + places.resultLane[n]);
    }
    for (int n = 0; n < a.length; n++) {
      int line = n / stored;
      int k = stored == depth ? n % stored : sparse[n];
      add(a[n], (line / shape.rows() * depth + k) * side, line * side);
    }
    for (int n = 0; n < sum.length; n++) {
      result.put(places.resultPlace[n], base + places.resultLane[n], sum[n]);
    }
  }

  /**
   * Adds an element of A times a row of B to a row of sums; the rows begin at the given indices.
   */
  private void add(double x, int row, int to) {
    int side = shape.columns();
    for (int column = 0; column < side; column++) {
      double y = b[row + column];
      double s = sum[to + column];
      if (differs) {
        sum[to + column] = s + Math.abs(x - y);
      } else {
        sum[to + column] = single ? Math.fma((float) x, (float) y, (float) s) : Math.fma(x, y, s);
      }
    }
  }
}
