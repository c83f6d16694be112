// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.execute.number.ByteFloats;
import io.lockstep.execute.number.HalfFloats;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.type.Rounding;
import java.util.Arrays;
import java.util.List;

/**
 * The registers of A or B of a product of floats. Kernels multiply a fragment of A by many of B and
 * the reverse, so instructions share operands, and the elements of a wavefront are decoded again
 * only when its registers hold other bits.
 */
public final class TensorOperand {
  private static final int PRODUCT = 16; // columns of A of a product of halves

  private final MatrixShape shape;
  private final MatrixElement format;
  private final boolean widened;
  private final int lines;
  private final int mask;

  // Of each element, so that there are no divisions where a product is executed.
  private final int[] lane;
  private final int[] word;
  private final int[] shift;
  private final int[] line;
  private final int[] column;
  private final int[] at; // its place in factors

  // By wavefront of the group.
  private TensorFactors[] decoded = {};
  private int[][][] bits = {};

  /** What the operands of instructions have to share. */
  public record Key(
      MatrixShape shape, MatrixModifiers modifiers, List<Operand> registers, boolean isLeft) {}

  /**
   * @param widened whether bytes become halves
   */
  TensorOperand(Key key, MatrixPlaces places, boolean widened) {
    this.shape = key.shape;
    this.widened = widened;
    format = key.isLeft ? shape.left() : shape.right();
    lines = shape.blocks() * (key.isLeft ? shape.rows() : shape.columns());
    lane = key.isLeft ? places.leftLane : places.rightLane;
    int depth = key.isLeft ? shape.storedDepth() : shape.depth();
    int width = shape.left().bits();
    int packed = MatrixShape.WORD / width;
    mask = -1 >>> Integer.SIZE - width;
    word = new int[lane.length];
    shift = new int[lane.length];
    line = new int[lane.length];
    column = new int[lane.length];
    at = new int[lane.length];
    for (int n = 0; n < lane.length; n++) {
      int place = key.isLeft ? places.leftPlace[n] : places.rightPlace[n];
      word[n] = place / packed;
      shift[n] = place % packed * width;
      line[n] = n / depth;
      column[n] = place(n % depth);
      at[n] = TensorFactors.at(shape.depth(), line[n], column[n]);
    }
  }

  /** Returns the place of a column of A among the terms of a sum. */
  int place(int k) {
    return widened && shape.depth() > PRODUCT ? k % 4 / 2 * PRODUCT + k / 4 * 2 + k % 2 : k;
  }

  /** Returns the number of elements in registers. */
  int size() {
    return lane.length;
  }

  /** Returns the row of A, or column of B, of an element. */
  int line(int n) {
    return line[n];
  }

  /** Returns the place of an element of a dense operand among the terms of a sum. */
  int column(int n) {
    return column[n];
  }

  /** Returns the bits of an element, as a half if elements are widened. */
  int element(int n, int[][] words, int base) {
    int element = words[word[n]][base + lane[n]] >>> shift[n] & mask;
    return widened ? wide(element) : element;
  }

  private int wide(int element) {
    return format == MatrixElement.E5M2
        ? element << Byte.SIZE
        : HalfFloats.toHalf(ByteFloats.fromE4m3(element), Rounding.NEAREST_EVEN) & 0xFFFF;
  }

  /** Returns the format of the elements that are added. */
  MatrixElement format() {
    return widened ? MatrixElement.F16 : format;
  }

  /** Returns the elements of the wavefront with a first lane, unless A is sparse or has scales. */
  TensorFactors factors(int[][] words, int base) {
    int wavefront = base / shape.lanes();
    if (wavefront >= decoded.length) {
      decoded = Arrays.copyOf(decoded, wavefront + 1);
      bits = Arrays.copyOf(bits, wavefront + 1);
    }
    if (decoded[wavefront] == null) {
      decoded[wavefront] = new TensorFactors(format(), lines, shape.depth());
      bits[wavefront] = new int[words.length][shape.lanes()];
      decode(decoded[wavefront], words, base);
    } else if (!isDecoded(bits[wavefront], words, base)) {
      decode(decoded[wavefront], words, base);
    } else {
      return decoded[wavefront];
    }
    for (int w = 0; w < words.length; w++) {
      System.arraycopy(words[w], base, bits[wavefront][w], 0, shape.lanes());
    }
    return decoded[wavefront];
  }

  private boolean isDecoded(int[][] seen, int[][] words, int base) {
    int lanes = shape.lanes();
    for (int w = 0; w < words.length; w++) {
      if (!Arrays.equals(seen[w], 0, lanes, words[w], base, base + lanes)) {
        return false;
      }
    }
    return true;
  }

  private void decode(TensorFactors to, int[][] words, int base) {
    to.clear();
    for (int n = 0; n < lane.length; n++) {
      to.set(line[n], at[n], element(n, words, base));
    }
  }
}
