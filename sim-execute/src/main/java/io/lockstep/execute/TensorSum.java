// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.MatrixElement;
import io.lockstep.kernel.ir.SumRule;
import java.util.Arrays;

/**
 * The elements of D = A·B + C by the rule of a chip's tensor cores ({@link SumRule}), from raw bits
 * to raw bits.
 *
 * <p>Subnormal factors keep the smallest exponent. Products of zero, and a C of zero, have no part
 * in the largest exponent. Scales are powers of two, one of each row of A and column of B.
 * Published experiments do not cover the following, which is assumed: a sum of zero is positive;
 * NaN factors, infinities times zero and infinities of both signs give a NaN of ones but for the
 * sign; a tf32 number is NaN or infinite as its 32 bits say.
 */
final class TensorSum implements MatrixSum {
  static final int SINGLE_NAN = 0x7FFFFFFF;
  static final int SINGLE_INFINITY = 0x7F800000;
  static final int SINGLE_FRACTION = 23;
  private static final int HALF_NAN = 0x7FFF;
  private static final int HALF_INFINITY = 0x7C00;
  private static final int HALF_FRACTION = 10;
  private static final int SCALE_NAN = 0xFF;
  private static final int SCALE_BIAS = 127;
  private static final int SPECIAL = 1 << 16; // exponent of infinities and NaN
  private static final int NO_TERM = -(1 << 14); // exponent of zero, below any other's
  private static final int ABSENT = -2 * SPECIAL; // of elements that a sparse A does not store

  private final int depth;
  private final int group;
  private final int fractionBits;
  private final int resultBits;
  private final int floor;
  private final boolean half;
  private final Format left;
  private final Format right;
  private final int shift; // fraction bits of a term beyond those of a product
  private final boolean small; // terms have at most 31 bits
  private final ExactSum exact; // null unless sums are exact

  // Factors: significand with its sign, and exponent of the leading bit of a normal number. Those
  // of infinities are 1 or -1, that of NaN is 0, with a special exponent; zero has NO_TERM.
  private final int[] leftNumber;
  private final int[] leftExponent;
  private final boolean[] leftSpecial; // rows with infinities or NaN
  private final int[] rightNumber;
  private final int[] rightExponent;
  private final boolean[] rightSpecial;

  /** The fields of a number format. */
  private record Format(
      int fraction, int unused, int exponents, Special special, int signs, int bias) {
    static Format of(MatrixElement element) {
      int exponents = (1 << element.exponentBits()) - 1;
      Special special =
          element.isTiny()
              ? Special.NONE
              : element == MatrixElement.E4M3 ? Special.NAN : Special.INFINITY_OR_NAN;
      return new Format(
          element.fractionBits(),
          element.lowest(),
          exponents,
          special,
          element.lowest() + element.fractionBits() + element.exponentBits(),
          exponents >> 1);
    }
  }

  /** What the largest exponent may stand for, besides numbers. */
  private enum Special {
    INFINITY_OR_NAN,
    NAN,
    NONE
  }

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
    this.left = Format.of(left);
    this.right = Format.of(right);
    group = rule.isExact() ? depth : rule.group();
    fractionBits = rule.fractionBits();
    resultBits = rule.resultBits();
    floor = half ? rule.halfFloor() : rule.floor();
    shift = fractionBits - this.left.fraction - this.right.fraction;
    small = shift >= 0 && fractionBits <= 29;
    exact = rule.isExact() ? new ExactSum() : null;
    leftNumber = new int[rows * depth];
    leftExponent = new int[leftNumber.length];
    leftSpecial = new boolean[rows];
    rightNumber = new int[columns * depth];
    rightExponent = new int[rightNumber.length];
    rightSpecial = new boolean[columns];
  }

  /** Makes all elements of A absent and all of B finite, before elements are set. */
  @Override
  public void clear() {
    Arrays.fill(leftNumber, 0);
    Arrays.fill(leftExponent, ABSENT);
    Arrays.fill(leftSpecial, false);
    Arrays.fill(rightSpecial, false);
  }

  @Override
  public void left(int row, int k, int bits) {
    leftSpecial[row] |= decode(left, bits, leftNumber, leftExponent, row * depth + k);
  }

  @Override
  public void right(int column, int k, int bits) {
    rightSpecial[column] |= decode(right, bits, rightNumber, rightExponent, column * depth + k);
  }

  @Override
  public void leftScale(int row, int part, int bits) {
    leftSpecial[row] |= scale(bits, leftNumber, leftExponent, row * depth);
  }

  @Override
  public void rightScale(int column, int part, int bits) {
    rightSpecial[column] |= scale(bits, rightNumber, rightExponent, column * depth);
  }

  /** Multiplies the elements of a line by a power of two; returns whether it is NaN. */
  private boolean scale(int bits, int[] numbers, int[] exponents, int first) {
    boolean nan = bits == SCALE_NAN;
    for (int at = first; at < first + depth; at++) {
      if (nan) {
        numbers[at] = 0;
        exponents[at] = SPECIAL;
      } else if (numbers[at] != 0 && exponents[at] != SPECIAL) {
        exponents[at] += bits - SCALE_BIAS;
      }
    }
    return nan;
  }

  /** Stores a number; returns whether it is infinite or NaN. */
  private static boolean decode(Format f, int bits, int[] numbers, int[] exponents, int at) {
    int sign = bits >>> f.signs & 1;
    int exponent = bits >>> f.fraction + f.unused & f.exponents;
    int fraction = bits >>> f.unused & (1 << f.fraction) - 1;
    int whole = bits & (1 << f.fraction + f.unused) - 1;
    boolean infinities = f.special == Special.INFINITY_OR_NAN;
    boolean special =
        exponent == f.exponents
            && f.special != Special.NONE
            && (infinities || fraction == (1 << f.fraction) - 1);
    int number =
        special
            ? infinities && whole == 0 ? 1 : 0
            : exponent == 0 ? fraction : fraction | 1 << f.fraction;
    numbers[at] = sign == 0 ? number : -number;
    exponents[at] = special ? SPECIAL : number == 0 ? NO_TERM : Math.max(1, exponent) - f.bias;
    return special;
  }

  @Override
  public int sum(int row, int column, int c) {
    int infinity = half ? HALF_INFINITY : SINGLE_INFINITY;
    boolean special = leftSpecial[row] || rightSpecial[column];
    int sum = c;
    for (int k = 0; k < depth; k += group) {
      int a = row * depth + k;
      int b = column * depth + k;
      int count = Math.min(group, depth - k);
      if (special || (sum & infinity) == infinity) {
        sum = special(a, b, count, sum);
      } else {
        sum = exact == null ? add(a, b, count, sum) : exact(a, b, sum);
      }
    }
    return sum;
  }

  private int add(int a, int b, int count, int c) {
    int fraction = half ? HALF_FRACTION : SINGLE_FRACTION;
    int bias = half ? 15 : 127;
    int cField = c >>> fraction & (half ? 0x1F : 0xFF);
    int cNumber = c & (1 << fraction) - 1 | (cField == 0 ? 0 : 1 << fraction);
    int cExponent = Math.max(1, cField) - bias;
    int largest = cNumber == 0 ? NO_TERM : cExponent;
    for (int k = 0; k < count; k++) {
      largest = Math.max(largest, leftExponent[a + k] + rightExponent[b + k]);
    }
    if (largest <= NO_TERM / 2) {
      return 0;
    }
    largest = Math.max(largest, floor);
    long sum = aligned(cNumber, fraction - fractionBits + largest - cExponent);
    if ((c & (half ? 0x8000 : 0x80000000)) != 0) {
      sum = -sum;
    }
    sum += small ? terms(a, b, count, largest) : wideTerms(a, b, count, largest);
    long magnitude = Math.abs(sum);
    return half
        ? halfOf(magnitude, sum < 0, largest - fractionBits)
        : singleOf(magnitude, sum < 0, largest - fractionBits, resultBits);
  }

  /** Adds aligned products in 32 bits: a term has at most fractionBits + 2. */
  private long terms(int a, int b, int count, int largest) {
    long sum = 0;
    for (int k = 0; k < count; k++) {
      int product = leftNumber[a + k] * rightNumber[b + k];
      int sign = product >> 31;
      int right = Math.min(31, largest - leftExponent[a + k] - rightExponent[b + k]);
      sum += (((product ^ sign) - sign << shift) >>> right ^ sign) - sign;
    }
    return sum;
  }

  private long wideTerms(int a, int b, int count, int largest) {
    long sum = 0;
    for (int k = 0; k < count; k++) {
      long product = (long) leftNumber[a + k] * rightNumber[b + k];
      int right = largest - shift - leftExponent[a + k] - rightExponent[b + k];
      sum += product < 0 ? -aligned(-product, right) : aligned(product, right);
    }
    return sum;
  }

  static long aligned(long magnitude, int right) {
    return right <= 0 ? magnitude << -right : right < Long.SIZE ? magnitude >>> right : 0;
  }

  /** Truncates magnitude · 2^unit to a float of so many fraction bits. */
  static int singleOf(long magnitude, boolean negative, int unit, int bits) {
    if (magnitude == 0) {
      return 0;
    }
    int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(magnitude) + unit;
    int sign = negative ? 0x80000000 : 0;
    if (exponent > Float.MAX_EXPONENT) {
      return sign | SINGLE_INFINITY;
    }
    int step = Math.max(exponent - bits, Float.MIN_EXPONENT - SINGLE_FRACTION);
    int right = step - unit;
    long kept = right > 0 ? aligned(magnitude, right) << right : magnitude;
    int scale = Math.max(exponent, Float.MIN_EXPONENT);
    // The leading bit of a normal number adds one to the exponent's field.
    int significand = (int) aligned(kept, scale - SINGLE_FRACTION - unit);
    return sign | (scale - Float.MIN_EXPONENT << SINGLE_FRACTION) + significand;
  }

  /** Rounds magnitude · 2^unit to the nearest half, ties to even. */
  private static int halfOf(long magnitude, boolean negative, int unit) {
    if (magnitude == 0) {
      return 0;
    }
    int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(magnitude) + unit;
    int step = Math.max(exponent, -14) - HALF_FRACTION;
    long rounded = rounded(magnitude, step - unit);
    // A carry into the next power of two increases the exponent's field.
    long bits = exponent < -14 ? rounded : (long) (exponent + 14 << HALF_FRACTION) + rounded;
    return (negative ? 0x8000 : 0) | (int) Math.min(bits, HALF_INFINITY);
  }

  /** Shifts to the right and rounds to the nearest, ties to even. */
  private static long rounded(long magnitude, int right) {
    if (right <= 0) {
      return magnitude << -right;
    }
    if (right >= Long.SIZE) {
      return 0;
    }
    long kept = magnitude >>> right;
    long rest = magnitude & (1L << right) - 1;
    long tie = 1L << right - 1;
    return rest > tie || rest == tie && (kept & 1) != 0 ? kept + 1 : kept;
  }

  private int exact(int a, int b, int c) {
    int fraction = half ? HALF_FRACTION : SINGLE_FRACTION;
    int field = c >>> fraction & (half ? 0x1F : 0xFF);
    int number = c & (1 << fraction) - 1 | (field == 0 ? 0 : 1 << fraction);
    boolean negative = (c & (half ? 0x8000 : 0x80000000)) != 0;
    exact.clear();
    exact.add(negative ? -number : number, Math.max(1, field) - (half ? 15 : 127) - fraction);
    int fractions = left.fraction + right.fraction;
    for (int k = 0; k < depth; k++) {
      long product = (long) leftNumber[a + k] * rightNumber[b + k];
      if (product != 0) { // an absent element times an infinity has no exponent
        exact.add(product, leftExponent[a + k] + rightExponent[b + k] - fractions);
      }
    }
    return half ? exact.toHalf() : exact.toSingle();
  }

  /** Returns a sum that may contain infinities or NaN. */
  private int special(int a, int b, int count, int c) {
    int nan = half ? HALF_NAN : SINGLE_NAN;
    int infinity = half ? HALF_INFINITY : SINGLE_INFINITY;
    int sign = half ? 0x8000 : 0x80000000;
    boolean up = c == infinity;
    boolean down = c == (sign | infinity);
    if ((c & infinity) == infinity && !up && !down) {
      return nan;
    }
    for (int k = 0; k < count; k++) {
      if (leftExponent[a + k] != ABSENT
          && (leftExponent[a + k] == SPECIAL || rightExponent[b + k] == SPECIAL)) {
        int product = Integer.signum(leftNumber[a + k]) * Integer.signum(rightNumber[b + k]);
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
    return exact == null ? add(a, b, count, c) : exact(a, b, c);
  }
}
