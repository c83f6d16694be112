// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.kernel.matrix.MatrixElement;
import java.util.Arrays;

/**
 * The elements of A by row, or of B by column, of a product that {@link TensorSum} adds.
 *
 * <p>Subnormal numbers keep the smallest exponent. A number that is infinite has the value 1 or -1
 * and NaN the value 0, both with a special exponent.
 */
final class TensorFactors {
  static final int SPECIAL = 1 << 16; // exponent of infinities and NaN
  static final int NO_TERM = -(1 << 14); // exponent of zero, below any other's
  static final int ABSENT = -2 * SPECIAL; // of elements that a sparse A does not store
  private static final int NO_BIT = 1 << 12; // above the place of any bit of a number
  private static final int DOUBLE_FRACTION = 52;
  private static final int SCALE_NAN = 0xFF;
  private static final int SCALE_BIAS = 127;

  // A line is a row of A or a column of B. The k-th elements of eight lines are adjacent, so that
  // sums of several columns are computed at once.
  static final int SIDE = 8;

  final double[] values;
  final int[] exponents; // of the leading bit of a normal number
  final boolean[] special; // lines with infinities or NaN
  final int[] top; // the largest exponent of a line
  final int[] low; // the exponent of the lowest bit of a line's numbers

  private final int depth;
  private final int fraction; // bits
  private final int unused; // bits below the fraction
  private final int fields; // the largest field of an exponent
  private final int sign; // place of the bit
  private final Special specials;

  /** What the largest exponent may stand for, besides numbers. */
  private enum Special {
    INFINITY_OR_NAN,
    NAN,
    NONE
  }

  TensorFactors(MatrixElement format, int lines, int depth) {
    this.depth = depth;
    fraction = format.fractionBits();
    unused = format.lowest();
    fields = (1 << format.exponentBits()) - 1;
    sign = unused + fraction + format.exponentBits();
    specials =
        format.isTiny()
            ? Special.NONE
            : format == MatrixElement.E4M3 ? Special.NAN : Special.INFINITY_OR_NAN;
    values = new double[(lines + SIDE - 1) / SIDE * SIDE * depth];
    exponents = new int[values.length];
    special = new boolean[lines];
    top = new int[lines];
    low = new int[lines];
  }

  /** Makes all elements absent. */
  void clear() {
    Arrays.fill(values, 0);
    Arrays.fill(exponents, ABSENT);
    Arrays.fill(special, false);
    Arrays.fill(top, NO_TERM);
    Arrays.fill(low, NO_BIT);
  }

  /** Returns the bits of an element's fraction. */
  int fraction() {
    return fraction;
  }

  /** Returns the place of an element among the stored ones. */
  int at(int line, int k) {
    return at(depth, line, k);
  }

  /** Returns the place of the k-th element of a line, where lines have {@code depth} elements. */
  static int at(int depth, int line, int k) {
    return (line / SIDE * depth + k) * SIDE + line % SIDE;
  }

  /** Stores an element at its {@linkplain #at place}. */
  void set(int line, int at, int bits) {
    int field = bits >>> fraction + unused & fields;
    int number = bits >>> unused & (1 << fraction) - 1;
    long negative = (long) (bits >>> sign) << Long.SIZE - 1;
    if (field == 0 || field == fields) {
      setOther(line, at, bits);
      return;
    }
    int exponent = field - (fields >> 1);
    exponents[at] = exponent;
    values[at] =
        Double.longBitsToDouble(
            negative
                | (long) (exponent + Double.MAX_EXPONENT) << DOUBLE_FRACTION
                | (long) number << DOUBLE_FRACTION - fraction);
    top[line] = Math.max(top[line], exponent);
    int lowest = Integer.numberOfTrailingZeros(number | 1 << fraction);
    low[line] = Math.min(low[line], exponent - fraction + lowest);
  }

  /** Stores zero, a subnormal number, or one with the largest field. */
  private void setOther(int line, int at, int bits) {
    int field = bits >>> fraction + unused & fields;
    int number = bits >>> unused & (1 << fraction) - 1;
    boolean negative = (bits >>> sign & 1) != 0;
    if (field == fields && isSpecial(number)) {
      boolean infinite =
          specials == Special.INFINITY_OR_NAN && (bits & (1 << fraction + unused) - 1) == 0;
      values[at] = infinite ? negative ? -1 : 1 : 0;
      exponents[at] = SPECIAL;
      special[line] = true;
      top[line] = SPECIAL;
      return;
    }
    number |= field == 0 ? 0 : 1 << fraction;
    if (number == 0) {
      values[at] = 0;
      exponents[at] = NO_TERM;
      return;
    }
    int exponent = Math.max(1, field) - (fields >> 1);
    values[at] = (negative ? -number : number) * power(exponent - fraction);
    exponents[at] = exponent;
    top[line] = Math.max(top[line], exponent);
    low[line] = Math.min(low[line], exponent - fraction + Integer.numberOfTrailingZeros(number));
  }

  private boolean isSpecial(int number) {
    return specials == Special.INFINITY_OR_NAN
        || specials == Special.NAN && number == (1 << fraction) - 1;
  }

  /** Multiplies the elements of a line by a power of two. */
  void scale(int line, int bits) {
    boolean nan = bits == SCALE_NAN;
    special[line] |= nan;
    top[line] = nan ? SPECIAL : top[line] + bits - SCALE_BIAS;
    low[line] += bits - SCALE_BIAS;
    for (int k = 0; k < depth; k++) {
      int at = at(line, k);
      if (nan) {
        values[at] = 0;
        exponents[at] = SPECIAL;
      } else if (values[at] != 0 && exponents[at] != SPECIAL) {
        values[at] *= power(bits - SCALE_BIAS);
        exponents[at] += bits - SCALE_BIAS;
      }
    }
  }

  /** Returns 2^exponent, of which a double is normal. */
  static double power(int exponent) {
    return Double.longBitsToDouble((long) (exponent + Double.MAX_EXPONENT) << DOUBLE_FRACTION);
  }
}
