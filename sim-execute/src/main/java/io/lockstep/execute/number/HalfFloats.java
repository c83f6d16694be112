// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.number;

import io.lockstep.kernel.type.Rounding;

/** Conversions between IEEE 754 binary16 and wider formats. */
public final class HalfFloats {
  /** PTX's canonical 16-bit NaN. */
  public static final int NAN = 0x7FFF;

  private HalfFloats() {}

  public static float toFloat(int half) {
    int sign = (half & 0x8000) << 16;
    int exponent = half >>> 10 & 31;
    int mantissa = half & 0x3FF;
    if (exponent == 31) {
      return Float.intBitsToFloat(sign | 0x7F800000 | mantissa << 13);
    }
    if (exponent == 0) {
      float magnitude = mantissa * 0x1p-24f;
      return sign != 0 ? -magnitude : magnitude;
    }
    return Float.intBitsToFloat(sign | exponent + 112 << 23 | mantissa << 13);
  }

  /** Rounds to 16 bits a value that is exact or was rounded to odd. */
  public static int toHalf(double value, Rounding mode) {
    if (value != value) {
      return NAN;
    }
    int sign = Double.doubleToRawLongBits(value) < 0 ? 0x8000 : 0;
    double magnitude = Math.abs(value);
    boolean awayFromZero = sign == 0 ? mode == Rounding.UP : mode == Rounding.DOWN;
    boolean nearest = FloatOps.isNearest(mode) || mode == Rounding.NEAREST_AWAY;
    if (magnitude == Double.POSITIVE_INFINITY) {
      return sign | 0x7C00;
    }
    int exponent = Math.max(-14, Math.min(16, Math.getExponent(magnitude)));
    double units = magnitude * Math.scalb(1.0, 10 - exponent);
    double whole = nearest ? Math.rint(units) : awayFromZero ? Math.ceil(units) : Math.floor(units);
    if (whole == 2048) {
      whole = 1024;
      exponent++;
    }
    if (exponent > 15) {
      return sign | (nearest || awayFromZero ? 0x7C00 : 0x7BFF);
    }
    int mantissa = (int) whole;
    return sign | (mantissa < 1024 ? mantissa : exponent + 15 << 10 | mantissa & 0x3FF);
  }

  /** Returns a*b + c with one rounding: the product is exact, the sum is rounded to odd. */
  public static int fma(int a, int b, int c, Rounding mode) {
    double product = (double) toFloat(a) * toFloat(b);
    return toHalf(FloatOps.sumToOdd(product, toFloat(c)), mode);
  }
}
