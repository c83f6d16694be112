// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.execute.number.HalfFloats;
import io.lockstep.kernel.analysis.SumRule;
import io.lockstep.kernel.matrix.MatrixElement;

/**
 * The elements of D = A·B + C by the rule of a chip's tensor cores ({@link SumRule}), from raw bits
 * to raw bits.
 *
 * <p>If no term has a bit that the rule cuts, which the highest and lowest bits of a row and a
 * column tell, the products are added in doubles, without finding their largest exponent: the sum
 * is exact.
 *
 * <p>Products of zero, and a C of zero, have no part in the largest exponent. Scales are powers of
 * two, one of each row of A and column of B. Published experiments do not cover the following,
 * which is assumed: a sum of zero is positive; NaN factors, infinities times zero and infinities of
 * both signs give a NaN of ones but for the sign; a tf32 number is NaN or infinite as its 32 bits
 * say.
 */
final class TensorSum implements MatrixSum {
  static final int SINGLE_NAN = 0x7FFFFFFF;
  private static final int HALF_NAN = 0x7FFF;
  private static final int DOUBLE_FRACTION = 52;
  private static final int SIDE = TensorFactors.SIDE;
  private static final int QUAD = 4; // columns that are added at once

  // Sums of terms whose bits lie in so many places are exact in doubles: a product is below four
  // times its exponent's power of two, and there are at most 64 terms and C.
  private static final int EXACT_PLACES = DOUBLE_FRACTION - 9;

  private final int depth;
  private final int group;
  private final int fractionBits;
  private final int resultBits;
  private final int floor;
  private final boolean half;
  private final int infinity; // of D's format
  private final int fraction;
  private final int bias;
  private final int sign;
  private TensorFactors left;
  private TensorFactors right;
  private final int places; // that the bits of terms may span where none is cut
  private final ExactSum exact; // null unless sums are exact

  TensorSum(
      SumRule rule,
      MatrixElement left,
      MatrixElement right,
      boolean half,
      int rows,
      int columns,
      int depth) {
    this.depth = depth;
    this.half = half;
    this.left = new TensorFactors(left, rows, depth);
    this.right = new TensorFactors(right, columns, depth);
    group = rule.isExact() ? depth : rule.group();
    fractionBits = rule.fractionBits();
    resultBits = rule.resultBits();
    floor = half ? rule.halfFloor() : rule.floor();
    infinity = half ? TensorRounding.HALF_INFINITY : TensorRounding.SINGLE_INFINITY;
    fraction = half ? TensorRounding.HALF_FRACTION : TensorRounding.SINGLE_FRACTION;
    bias = half ? 15 : Float.MAX_EXPONENT;
    sign = half ? 0x8000 : 0x80000000;
    places = rule.isExact() ? EXACT_PLACES : Math.min(fractionBits, EXACT_PLACES);
    exact = rule.isExact() ? new ExactSum() : null;
  }

  /** Takes A and B from elements that are decoded already, instead of from their bits. */
  void use(TensorFactors a, TensorFactors b) {
    left = a;
    right = b;
  }

  /** Makes all elements absent, before elements are set. */
  @Override
  public void clear() {
    left.clear();
    right.clear();
  }

  @Override
  public void left(int row, int k, int bits) {
    left.set(row, left.at(row, k), bits);
  }

  @Override
  public void right(int column, int k, int bits) {
    right.set(column, right.at(column, k), bits);
  }

  @Override
  public void leftScale(int row, int part, int bits) {
    left.scale(row, bits);
  }

  @Override
  public void rightScale(int column, int part, int bits) {
    right.scale(column, bits);
  }

  @Override
  public int sum(int row, int column, int c) {
    int sum = c;
    for (int k = 0; k < depth; k += group) {
      sum = sum(row, column, k, sum);
    }
    return sum;
  }

  /** Adds the products of a group. */
  private int sum(int row, int column, int k, int c) {
    int a = left.at(row, k);
    int b = right.at(column, k);
    int count = Math.min(group, depth - k);
    if (left.special[row] || right.special[column] || (c & infinity) == infinity) {
      return special(a, b, count, c);
    }
    int most = Math.max(left.top[row] + right.top[column], floor);
    if (!isExact(c, most, left.low[row] + right.low[column])) {
      return add(a, b, count, c, most);
    }
    double sum = value(c);
    for (int at = 0; at < count * SIDE; at += SIDE) {
      sum += left.values[a + at] * right.values[b + at];
    }
    return cut(sum);
  }

  @Override
  public void sum(int[] sums, int rows, int columns) {
    for (int row = 0; row < sums.length / columns; row += rows) {
      for (int column = 0; column < columns; column += QUAD) {
        for (int k = 0; k < depth; k += group) {
          quads(sums, row * columns + column, columns, row, rows, row / rows * columns + column, k);
        }
      }
    }
  }

  /** Adds the products of a group of terms in four columns of a block. */
  private void quads(int[] sums, int n, int pitch, int row, int rows, int column, int k) {
    int top = right.top[column];
    int low = right.low[column];
    for (int at = 1; at < QUAD; at++) {
      top = Math.max(top, right.top[column + at]);
      low = Math.min(low, right.low[column + at]);
    }
    for (int at = 0; at < rows; at++) {
      int most = Math.max(left.top[row + at] + top, floor);
      int least = left.low[row + at] + low;
      int to = n + at * pitch;
      if (most - least <= places && areExact(sums, to, most, least)) {
        exactly(sums, to, left.at(row + at, k), right.at(column, k), Math.min(group, depth - k));
      } else if (exact == null && areFinite(sums, to, row + at, column)) {
        int count = Math.min(group, depth - k);
        aligned(sums, to, left.at(row + at, k), right.at(column, k), count, most);
      } else {
        for (int c = 0; c < QUAD; c++) {
          sums[to + c] = sum(row + at, column + c, k, sums[to + c]);
        }
      }
    }
  }

  private boolean areFinite(int[] sums, int n, int row, int column) {
    boolean finite = !left.special[row];
    for (int at = 0; at < QUAD; at++) {
      finite &= !right.special[column + at] && (sums[n + at] & infinity) != infinity;
    }
    return finite;
  }

  /** Returns whether four elements of C have no bits that are cut beside some products. */
  private boolean areExact(int[] sums, int n, int most, int least) {
    // Exponents' fields with which no bit of C is cut, whichever it has, nor of a product.
    int lowest = Math.max(1, most - places + fraction + bias);
    int end = fraction > places ? 0 : Math.min(least + places + bias, infinity >>> fraction);
    for (int c = n; c < n + QUAD; c++) {
      int field = (sums[c] & infinity) >>> fraction;
      if ((field < lowest || field >= end) && !isExact(sums[c], most, least)) {
        return false;
      }
    }
    return true;
  }

  private void exactly(int[] sums, int n, int a, int b, int count) {
    double[] x = left.values;
    double[] y = right.values;
    double first = value(sums[n]);
    double second = value(sums[n + 1]);
    double third = value(sums[n + 2]);
    double fourth = value(sums[n + 3]);
    for (int at = 0; at < count * SIDE; at += SIDE) {
      double factor = x[a + at];
      first += factor * y[b + at];
      second += factor * y[b + at + 1];
      third += factor * y[b + at + 2];
      fourth += factor * y[b + at + 3];
    }
    sums[n] = cut(first);
    sums[n + 1] = cut(second);
    sums[n + 2] = cut(third);
    sums[n + 3] = cut(fourth);
  }

  /**
   * Returns whether C is finite, and no bit of it or of products is cut.
   *
   * @param most no product has a larger exponent, nor is the floor larger
   * @param least no product has a bit below this one
   */
  private boolean isExact(int c, int most, int least) {
    int number = number(c);
    if (number == 0) {
      return most - least <= places;
    }
    int exponent = exponent(c);
    int low = exponent - fraction + Integer.numberOfTrailingZeros(number);
    return Math.max(most, exponent) - Math.min(least, low) <= places && (c & infinity) != infinity;
  }

  private int exponent(int c) {
    return Math.max(1, (c & infinity) >>> fraction) - bias;
  }

  /** Returns the significand of C. */
  private int number(int c) {
    return c & (1 << fraction) - 1 | ((c & infinity) == 0 ? 0 : 1 << fraction);
  }

  private double value(int c) {
    return half ? HalfFloats.toFloat(c) : Float.intBitsToFloat(c);
  }

  /** Cuts or rounds an exact sum. */
  private int cut(double sum) {
    if (sum == 0) {
      return 0;
    }
    if (!half && exact != null) {
      return Float.floatToRawIntBits((float) sum);
    }
    long bits = Double.doubleToRawLongBits(sum);
    int exponent = Math.getExponent(sum);
    if (!half && exponent >= Float.MIN_EXPONENT && exponent <= Float.MAX_EXPONENT) {
      double kept = Double.longBitsToDouble(bits & -1L << DOUBLE_FRACTION - resultBits);
      return Float.floatToRawIntBits((float) kept);
    }
    long magnitude = bits & (1L << DOUBLE_FRACTION) - 1 | 1L << DOUBLE_FRACTION;
    return result(magnitude, sum < 0, exponent - DOUBLE_FRACTION);
  }

  /** Adds finite terms that are cut below the largest exponent; {@code most} bounds products'. */
  private int aligned(int a, int b, int count, int c, int most) {
    int largest = largest(a, b, count, c, most);
    double unit = TensorFactors.power(fractionBits - largest);
    long sum = start(c, largest);
    for (int at = 0; at < count * SIDE; at += SIDE) {
      // Exact but for the conversion, which cuts.
      sum += (long) (left.values[a + at] * right.values[b + at] * unit);
    }
    return result(sum, largest);
  }

  /** The same in four columns. */
  private void aligned(int[] sums, int n, int a, int b, int count, int most) {
    double[] x = left.values;
    double[] y = right.values;
    int first = largest(a, b, count, sums[n], most);
    int second = largest(a, b + 1, count, sums[n + 1], most);
    int third = largest(a, b + 2, count, sums[n + 2], most);
    int fourth = largest(a, b + 3, count, sums[n + 3], most);
    double firstUnit = TensorFactors.power(fractionBits - first);
    double secondUnit = TensorFactors.power(fractionBits - second);
    double thirdUnit = TensorFactors.power(fractionBits - third);
    double fourthUnit = TensorFactors.power(fractionBits - fourth);
    long firstSum = start(sums[n], first);
    long secondSum = start(sums[n + 1], second);
    long thirdSum = start(sums[n + 2], third);
    long fourthSum = start(sums[n + 3], fourth);
    for (int at = 0; at < count * SIDE; at += SIDE) {
      double factor = x[a + at];
      firstSum += (long) (factor * y[b + at] * firstUnit);
      secondSum += (long) (factor * y[b + at + 1] * secondUnit);
      thirdSum += (long) (factor * y[b + at + 2] * thirdUnit);
      fourthSum += (long) (factor * y[b + at + 3] * fourthUnit);
    }
    sums[n] = result(firstSum, first);
    sums[n + 1] = result(secondSum, second);
    sums[n + 2] = result(thirdSum, third);
    sums[n + 3] = result(fourthSum, fourth);
  }

  /** Returns the largest exponent of C and of products, which {@code most} bounds. */
  private int largest(int a, int b, int count, int c, int most) {
    int largest = number(c) == 0 ? floor : Math.max(floor, exponent(c));
    if (largest >= most) {
      return largest;
    }
    for (int at = 0; at < count * SIDE; at += SIDE) {
      largest = Math.max(largest, left.exponents[a + at] + right.exponents[b + at]);
    }
    return largest;
  }

  /** Returns C in units of the bits that are kept. */
  private long start(int c, int largest) {
    long start = TensorRounding.aligned(number(c), fraction - fractionBits + largest - exponent(c));
    return (c & sign) == 0 ? start : -start;
  }

  private int result(long sum, int largest) {
    return result(Math.abs(sum), sum < 0, largest - fractionBits);
  }

  /** Returns the sum magnitude · 2^unit in D's format. */
  private int result(long magnitude, boolean negative, int unit) {
    return half
        ? TensorRounding.halfOf(magnitude, negative, unit)
        : TensorRounding.singleOf(magnitude, negative, unit, resultBits);
  }

  private int add(int a, int b, int count, int c, int most) {
    return exact == null ? aligned(a, b, count, c, most) : exact(a, b, count, c);
  }

  private int exact(int a, int b, int count, int c) {
    exact.clear();
    exact.add((c & sign) == 0 ? number(c) : -number(c), exponent(c) - fraction);
    int fractions = left.fraction() + right.fraction();
    for (int at = 0; at < count * SIDE; at += SIDE) {
      double product = left.values[a + at] * right.values[b + at];
      if (product != 0) { // an absent element times an infinity has no exponent
        int unit = left.exponents[a + at] + right.exponents[b + at] - fractions;
        exact.add((long) (product * TensorFactors.power(-unit)), unit);
      }
    }
    return half ? exact.toHalf() : exact.toSingle();
  }

  /** Returns a sum that may contain infinities or NaN. */
  private int special(int a, int b, int count, int c) {
    int nan = half ? HALF_NAN : SINGLE_NAN;
    boolean up = c == infinity;
    boolean down = c == (sign | infinity);
    if ((c & infinity) == infinity && !up && !down) {
      return nan;
    }
    for (int at = 0; at < count * SIDE; at += SIDE) {
      if (left.exponents[a + at] != TensorFactors.ABSENT
          && (left.exponents[a + at] == TensorFactors.SPECIAL
              || right.exponents[b + at] == TensorFactors.SPECIAL)) {
        double product = left.values[a + at] * right.values[b + at];
        if (product == 0) {
          return nan;
        }
        up |= product > 0;
        down |= product < 0;
      }
    }
    if (up && down) {
      return nan;
    }
    if (up || down) {
      return up ? infinity : sign | infinity;
    }
    return add(a, b, count, c, TensorFactors.SPECIAL);
  }
}
