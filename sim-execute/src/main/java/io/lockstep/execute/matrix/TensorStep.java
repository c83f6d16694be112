// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.number.HalfFloats;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.analysis.MatrixNumerics;
import io.lockstep.kernel.analysis.SumRule;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.ScaledMmaShape;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A product of floats whose sums follow the rule of a chip's tensor cores ({@link TensorSum}).
 *
 * <p>Where the chip has no instruction for bytes, it does what compilers emit: the bytes become
 * halves, which is exact, the products are added without C, and C is added with a rounding of its
 * own. Of a depth of 32, the first product of halves takes the first two of each four neighbouring
 * columns, which gives the bits that a B200 gives.
 */
public final class TensorStep implements Step {
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
  private final TensorOperand lefts;
  private final TensorOperand rights;
  private final TensorSum dense; // sums, unless A is sparse or has scales
  private final int[] all; // C, then D, by block, row and column
  private final int[] addends; // C of a product that is widened
  private final int[][] addendAt; // places in it by element of C in a lane, and lane
  private final int[][] resultAt;
  private final int[][] halfResults;
  private final float[][] results;

  public TensorStep(
      Instruction in,
      RegisterFile registers,
      MachineState state,
      MatrixNumerics numerics,
      Map<TensorOperand.Key, TensorOperand> operands) {
    shape = in.matrix();
    places = new MatrixPlaces(in);
    wavefronts = new WholeWavefronts(in, state, shape.lanes());
    half = shape.result() == Type.F16;
    SumRule own = numerics.of(shape.left());
    widened = own == null;
    scales = shape instanceof ScaledMmaShape s ? new BlockScales(s, in, registers) : null;
    columns = shape.isSparse() ? new SparseColumns(in, places, registers, wavefronts) : null;
    List<Operand> from = in.sources();
    int first = shape.leftInputs();
    int accumulators = first + shape.rightInputs();
    lefts = operand(in, from.subList(0, first), true, operands);
    rights = operand(in, from.subList(first, accumulators), false, operands);
    left = registers.ints(from.subList(0, first));
    right = registers.ints(from.subList(first, accumulators));
    sums = sums(stored(widened ? numerics.halves() : own));
    dense = columns == null && scales == null && sums instanceof TensorSum t ? t : null;
    all = new int[places.resultLane.length];
    addends = new int[all.length];
    addendAt = byLane(places.addendPlace, places.addendLane);
    resultAt = byLane(places.resultPlace, places.resultLane);
    List<Operand> c = from.subList(accumulators, accumulators + shape.addends());
    boolean halfAddends = shape.addend() == Type.F16;
    halves = halfAddends ? registers.ints(c) : null;
    singles = halfAddends ? null : registers.floats(c);
    List<Integer> to = in.destinations();
    halfResults = half ? registers.intResults(to) : null;
    results = half ? null : registers.floatResults(to);
  }

  private int[][] byLane(int[] place, int[] lane) {
    int[][] at = new int[place.length / shape.lanes()][shape.lanes()];
    for (int n = 0; n < place.length; n++) {
      at[place[n]][lane[n]] = n;
    }
    return at;
  }

  private TensorOperand operand(
      Instruction in,
      List<Operand> from,
      boolean isLeft,
      Map<TensorOperand.Key, TensorOperand> operands) {
    return operands.computeIfAbsent(
        new TensorOperand.Key(shape, in.modifiers(), from, isLeft),
        key -> new TensorOperand(key, places, widened));
  }

  private MatrixSum sums(SumRule rule) {
    int rows = shape.blocks() * shape.rows();
    int columns = shape.blocks() * shape.columns();
    if (shape instanceof ScaledMmaShape s && shape.left() == MatrixElement.E2M1) {
      return new NibbleSum(rule, s.format(), s.scales(), rows, columns, shape.depth());
    }
    return new TensorSum(rule, lefts.format(), rights.format(), half, rows, columns, shape.depth());
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

  @Override
  public void run(ActiveLanes lanes) {
    wavefronts.each(lanes, this::warp);
  }

  private void warp(int base) {
    if (dense == null) {
      set(base);
    } else {
      dense.use(lefts.factors(left, base), rights.factors(right, base));
    }
    for (int place = 0; place < addendAt.length; place++) {
      addends(place, addendAt[place], base);
    }
    sum();
    for (int place = 0; place < resultAt.length; place++) {
      results(place, resultAt[place], base);
    }
  }

  /** Sets the elements of a product that is sparse or has scales. */
  private void set(int base) {
    sums.clear();
    int[] sparse = columns == null ? null : columns.of(base);
    for (int n = 0; n < lefts.size(); n++) {
      int k = sparse == null ? lefts.column(n) : lefts.place(sparse[n]);
      sums.left(lefts.line(n), k, lefts.element(n, left, base));
    }
    for (int n = 0; n < rights.size(); n++) {
      sums.right(rights.line(n), rights.column(n), rights.element(n, right, base));
    }
    if (scales != null) {
      scales.set(sums, base);
    }
  }

  /** Reads an element of C in each lane, as the bits of a number of D's type. */
  private void addends(int place, int[] at, int base) {
    if (halves == null) {
      float[] from = singles[place];
      for (int lane = 0; lane < at.length; lane++) {
        all[at[lane]] = Float.floatToRawIntBits(from[base + lane]);
      }
      return;
    }
    int[] from = halves[place / 2];
    for (int lane = 0; lane < at.length; lane++) {
      int c = from[base + lane] >>> place % 2 * Short.SIZE & 0xFFFF;
      all[at[lane]] = half ? c : Float.floatToRawIntBits(HalfFloats.toFloat(c));
    }
  }

  /** Writes an element of D in each lane. */
  private void results(int place, int[] at, int base) {
    if (!half) {
      float[] to = results[place];
      for (int lane = 0; lane < at.length; lane++) {
        to[base + lane] = Float.intBitsToFloat(all[at[lane]]);
      }
      return;
    }
    int[] to = halfResults[place / 2];
    int shift = place % 2 * Short.SIZE;
    for (int lane = 0; lane < at.length; lane++) {
      to[base + lane] = to[base + lane] & ~(0xFFFF << shift) | all[at[lane]] << shift;
    }
  }

  /** Replaces C by D. */
  private void sum() {
    if (!widened) {
      sums.sum(all, shape.rows(), shape.columns());
      return;
    }
    System.arraycopy(all, 0, addends, 0, all.length);
    Arrays.fill(all, 0);
    sums.sum(all, shape.rows(), shape.columns());
    for (int n = 0; n < all.length; n++) {
      all[n] =
          half
              ? HalfFloats.toHalf(
                      HalfFloats.toFloat(addends[n]) + HalfFloats.toFloat(all[n]),
                      Rounding.NEAREST_EVEN)
                  & 0xFFFF
              : Float.floatToRawIntBits(
                  Float.intBitsToFloat(addends[n]) + Float.intBitsToFloat(all[n]));
    }
  }
}
