// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.MatrixElement;
import io.lockstep.kernel.ir.MatrixNumerics;
import io.lockstep.kernel.ir.MatrixShape;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Rounding;
import io.lockstep.kernel.ir.ScaledMmaShape;
import io.lockstep.kernel.ir.SumRule;
import io.lockstep.kernel.ir.Type;
import java.util.List;

/**
 * A product of floats whose sums follow the rule of a chip's tensor cores ({@link TensorSum}).
 *
 * <p>Where the chip has no instruction for bytes, it does what compilers emit: the bytes become
 * halves, which is exact, the products are added without C, and C is added with a rounding of its
 * own. Of a depth of 32, the first product of halves takes the first two of each four neighbouring
 * columns, which gives the bits that a B200 gives.
 */
final class TensorStep implements Step {
  private static final int PRODUCT = 16; // columns of A of a product of halves

  private final MatrixShape shape;
  private final MatrixPlaces places;
  private final WholeWavefronts wavefronts;
  private final MatrixSum sums;
  private final BlockScales scales; // null unless A and B have scales
  private final SparseColumns columns; // null unless A is sparse
  private final boolean half;
  private final boolean widened;
  private final int[][] left;
  private final int[][] right;
  private final int[][] halves; // C if it holds halves; else null
  private final float[][] singles;
  private final int[][] halfResults;
  private final float[][] results;
  private final int packed; // elements of A or B in a register
  private final int bits;

  TensorStep(Instruction in, RegisterFile registers, MachineState state, MatrixNumerics numerics) {
    shape = in.matrix();
    places = new MatrixPlaces(in);
    wavefronts = new WholeWavefronts(in, state, shape.lanes());
    half = shape.result() == Type.F16;
    SumRule own = numerics.of(shape.left());
    widened = own == null;
    sums = sums(stored(widened ? numerics.halves() : own));
    scales = shape instanceof ScaledMmaShape s ? new BlockScales(s, in, registers) : null;
    columns = shape.isSparse() ? new SparseColumns(in, places, registers, wavefronts) : null;
    bits = shape.left().bits();
    packed = MatrixShape.WORD / bits;
    List<Operand> from = in.sources();
    int rights = shape.leftInputs();
    int accumulators = rights + shape.rightInputs();
    left = words(from.subList(0, rights), registers);
    right = words(from.subList(rights, accumulators), registers);
    List<Operand> c = from.subList(accumulators, accumulators + shape.addends());
    boolean halfAddends = shape.addend() == Type.F16;
    halves = halfAddends ? words(c, registers) : null;
    singles =
        halfAddends
            ? null
            : c.stream().map(o -> registers.floats(o, Type.F32)).toArray(float[][]::new);
    List<Integer> to = in.destinations();
    halfResults =
        half
            ? to.stream().map(r -> registers.intResult(r, Type.I32, false)).toArray(int[][]::new)
            : null;
    results = half ? null : to.stream().map(registers::floatResult).toArray(float[][]::new);
  }

  private MatrixSum sums(SumRule rule) {
    int rows = shape.blocks() * shape.rows();
    int columns = shape.blocks() * shape.columns();
    if (shape instanceof ScaledMmaShape s && shape.left() == MatrixElement.E2M1) {
      return new NibbleSum(rule, s.format(), s.scales(), rows, columns, shape.depth());
    }
    return new TensorSum(
        rule,
        widened ? MatrixElement.F16 : shape.left(),
        widened ? MatrixElement.F16 : shape.right(),
        half,
        rows,
        columns,
        shape.depth());
  }

  /**
   * A sparse product adds as many stored products at once as others add. That is assumed: no
   * published experiment covers it.
   */
  private SumRule stored(SumRule rule) {
    return shape.isSparse() && !rule.isExact()
        ? new SumRule(
            2 * rule.group(),
            rule.fractionBits(),
            rule.resultBits(),
            rule.floor(),
            rule.halfFloor())
        : rule;
  }

  private static int[][] words(List<Operand> from, RegisterFile registers) {
    return from.stream().map(o -> registers.ints(o, Type.I32, false)).toArray(int[][]::new);
  }

  @Override
  public void run(ActiveLanes lanes) {
    for (int first = wavefronts.next(lanes, 0);
        first >= 0;
        first = wavefronts.next(lanes, first + 1)) {
      warp(first);
    }
  }

  private void warp(int base) {
    sums.clear();
    int depth = shape.depth();
    int stored = shape.storedDepth();
    int[] sparse = columns == null ? null : columns.of(base);
    for (int n = 0; n < places.leftLane.length; n++) {
      int element = element(left, places.leftPlace[n], base + places.leftLane[n]);
      int k = sparse == null ? n % stored : sparse[n];
      sums.left(n / stored, place(k), widened ? wide(shape.left(), element) : element);
    }
    for (int n = 0; n < places.rightLane.length; n++) {
      int element = element(right, places.rightPlace[n], base + places.rightLane[n]);
      sums.right(n / depth, place(n % depth), widened ? wide(shape.right(), element) : element);
    }
    if (scales != null) {
      scales.set(sums, base);
    }
    int side = shape.columns();
    for (int n = 0; n < places.resultLane.length; n++) {
      int place = places.resultPlace[n];
      int lane = base + places.resultLane[n];
      int row = n / side;
      int d = sum(row, row / shape.rows() * side + n % side, addend(n, base));
      if (half) {
        int[] to = halfResults[place / 2];
        to[lane] = place % 2 == 0 ? to[lane] & 0xFFFF0000 | d : to[lane] & 0xFFFF | d << Short.SIZE;
      } else {
        results[place][lane] = Float.intBitsToFloat(d);
      }
    }
  }

  /** Returns an element of C as the bits of a number of D's type. */
  private int addend(int n, int base) {
    int place = places.addendPlace[n];
    int lane = base + places.addendLane[n];
    if (halves == null) {
      return Float.floatToRawIntBits(singles[place][lane]);
    }
    int c = halves[place / 2][lane] >>> place % 2 * Short.SIZE & 0xFFFF;
    return half ? c : Float.floatToRawIntBits(HalfFloats.toFloat(c));
  }

  private int element(int[][] words, int place, int lane) {
    int word = words[place / packed][lane];
    return packed == 1 ? word : word >>> place % packed * bits & (1 << bits) - 1;
  }

  /** The place of a column of A among the terms of a sum. */
  private int place(int k) {
    return widened && shape.depth() > PRODUCT ? k % 4 / 2 * PRODUCT + k / 4 * 2 + k % 2 : k;
  }

  private int sum(int row, int column, int c) {
    if (!widened) {
      return sums.sum(row, column, c);
    }
    int products = sums.sum(row, column, 0);
    if (!half) {
      return Float.floatToRawIntBits(Float.intBitsToFloat(c) + Float.intBitsToFloat(products));
    }
    float sum = HalfFloats.toFloat(c) + HalfFloats.toFloat(products);
    return HalfFloats.toHalf(sum, Rounding.NEAREST_EVEN) & 0xFFFF;
  }

  private static int wide(MatrixElement format, int bits) {
    return format == MatrixElement.E5M2
        ? bits << Byte.SIZE
        : HalfFloats.toHalf(ByteFloats.fromE4m3(bits), Rounding.NEAREST_EVEN) & 0xFFFF;
  }
}
