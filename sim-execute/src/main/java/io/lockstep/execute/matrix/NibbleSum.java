// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.kernel.analysis.SumRule;
import io.lockstep.kernel.matrix.ScaleFormat;
import java.util.Arrays;

/**
 * The elements of D = A·B + C of floats of four bits with scales. The products of a group are added
 * exactly, the sum is multiplied by the scales of its columns of A, and the scaled sums and C are
 * aligned to the largest exponent, cut, added and truncated to a 32-bit float. The exponent of a
 * scaled sum is that of its scales; a sum of zero and a C of zero have none. No published
 * experiment covers NaN among the scales, infinities and a sum of zero, which are as in {@link
 * TensorSum}.
 */
final class NibbleSum implements MatrixSum {
  private static final int SINGLE_BIAS = 127;
  private static final int NO_TERM = -(1 << 14);
  private static final int PRODUCT_FRACTION = 2; // bits of a product of two elements

  /** Twice the number of each code. */
  private static final int[] DOUBLED = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

  private final int depth;
  private final int group;
  private final int part; // columns of A that have one scale
  private final int fractionBits;
  private final int resultBits;
  private final int floor;
  private final Scales scales;
  private final ExactSum exact; // null unless sums are exact

  private final int[] left; // by row and k, doubled
  private final int[] right; // by column and k, doubled
  private final int[] leftScale; // by row and part: the byte
  private final int[] rightScale;

  // Sums of the groups of one element of D.
  private final long[] number;
  private final int[] exponent;

  /** Decodes scales. */
  private record Scales(int count, int fraction, int codes) {
    static Scales of(ScaleFormat format, int count) {
      int bits = format.exponentBits() + format.fractionBits();
      return new Scales(count, format.fractionBits(), (1 << bits) - 1);
    }

    boolean isNan(int bits) {
      return (bits & codes) == codes;
    }

    int exponent(int bits) {
      int field = (bits & codes) >>> fraction;
      return (isPower() ? field : Math.max(1, field)) - (codes >>> fraction + 1);
    }

    int significand(int bits) {
      int hidden = 1 << fraction;
      boolean normal = isPower() || (bits & codes) >= hidden;
      return bits & hidden - 1 | (normal ? hidden : 0);
    }

    private boolean isPower() {
      return fraction == 0;
    }
  }

  NibbleSum(SumRule rule, ScaleFormat format, int scales, int rows, int columns, int depth) {
    this.depth = depth;
    this.scales = Scales.of(format, scales);
    part = depth / scales;
    group = rule.isExact() ? part : Math.min(part, rule.group());
    fractionBits = rule.fractionBits();
    resultBits = rule.resultBits();
    floor = rule.floor();
    exact = rule.isExact() ? new ExactSum() : null;
    left = new int[rows * depth];
    right = new int[columns * depth];
    leftScale = new int[rows * scales];
    rightScale = new int[columns * scales];
    number = new long[depth / group];
    exponent = new int[number.length];
  }

  @Override
  public void clear() {
    Arrays.fill(left, 0);
  }

  @Override
  public void left(int row, int k, int bits) {
    left[row * depth + k] = DOUBLED[bits];
  }

  @Override
  public void right(int column, int k, int bits) {
    right[column * depth + k] = DOUBLED[bits];
  }

  @Override
  public void leftScale(int row, int at, int bits) {
    leftScale[row * scales.count + at] = bits;
  }

  @Override
  public void rightScale(int column, int at, int bits) {
    rightScale[column * scales.count + at] = bits;
  }

  @Override
  public int sum(int row, int column, int c) {
    boolean nan = Float.isNaN(Float.intBitsToFloat(c));
    for (int at = 0; at < scales.count; at++) {
      nan |= scales.isNan(leftScale[row * scales.count + at]);
      nan |= scales.isNan(rightScale[column * scales.count + at]);
    }
    if (nan) {
      return TensorSum.SINGLE_NAN;
    }
    if ((c & TensorRounding.SINGLE_INFINITY) == TensorRounding.SINGLE_INFINITY) {
      return c;
    }
    for (int n = 0; n < number.length; n++) {
      group(row, column, n);
    }
    return exact == null ? aligned(c) : exact(c);
  }

  private void group(int row, int column, int n) {
    int a = row * depth + n * group;
    int b = column * depth + n * group;
    int sum = 0;
    for (int k = 0; k < group; k++) {
      sum += left[a + k] * right[b + k];
    }
    int at = n * group / part;
    int x = leftScale[row * scales.count + at];
    int y = rightScale[column * scales.count + at];
    number[n] = (long) sum * scales.significand(x) * scales.significand(y);
    exponent[n] = number[n] == 0 ? NO_TERM : scales.exponent(x) + scales.exponent(y);
  }

  private static int exponent(int c) {
    return Math.max(1, c >>> TensorRounding.SINGLE_FRACTION & 0xFF) - SINGLE_BIAS;
  }

  /** Returns the significand of C with its sign. */
  private static int significand(int c) {
    int fraction = c & (1 << TensorRounding.SINGLE_FRACTION) - 1;
    boolean normal = (c & TensorRounding.SINGLE_INFINITY) != 0;
    int number = fraction | (normal ? 1 << TensorRounding.SINGLE_FRACTION : 0);
    return c < 0 ? -number : number;
  }

  private int fractions() {
    return PRODUCT_FRACTION + 2 * scales.fraction;
  }

  private int aligned(int c) {
    int start = significand(c);
    int largest = start == 0 ? NO_TERM : exponent(c);
    for (int e : exponent) {
      largest = Math.max(largest, e);
    }
    if (largest == NO_TERM) {
      return 0;
    }
    largest = Math.max(largest, floor);
    long sum = cut(start, largest - exponent(c) + TensorRounding.SINGLE_FRACTION - fractionBits);
    for (int n = 0; n < number.length; n++) {
      if (number[n] != 0) {
        sum += cut(number[n], largest - exponent[n] + fractions() - fractionBits);
      }
    }
    return TensorRounding.singleOf(Math.abs(sum), sum < 0, largest - fractionBits, resultBits);
  }

  /** Shifts to the right, towards zero. */
  private static long cut(long number, int right) {
    long magnitude = TensorRounding.aligned(Math.abs(number), right);
    return number < 0 ? -magnitude : magnitude;
  }

  private int exact(int c) {
    exact.clear();
    exact.add(significand(c), exponent(c) - TensorRounding.SINGLE_FRACTION);
    for (int n = 0; n < number.length; n++) {
      if (number[n] != 0) {
        exact.add(number[n], exponent[n] - fractions());
      }
    }
    return exact.toSingle();
  }
}
