// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

/** Whole numbers in units of a power of two, cut or rounded to floats and halves. */
final class TensorRounding {
  static final int SINGLE_INFINITY = 0x7F800000;
  static final int SINGLE_FRACTION = 23;
  static final int HALF_INFINITY = 0x7C00;
  static final int HALF_FRACTION = 10;

  private TensorRounding() {}

  /** Shifts to the right, or to the left by a negative number of places. */
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
  static int halfOf(long magnitude, boolean negative, int unit) {
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
}
