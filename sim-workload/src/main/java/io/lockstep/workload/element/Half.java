// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.element;

/** Conversions of IEEE 754 binary16, which Java 17 lacks. */
public final class Half {
  private Half() {}

  /** Returns the nearest half, ties to even; NaN becomes 0x7E00. */
  public static short fromDouble(double value) {
    int sign = value < 0 || 1 / value < 0 ? 0x8000 : 0;
    double magnitude = Math.abs(value);
    if (Double.isNaN(value)) {
      return 0x7E00;
    }
    if (magnitude >= 65520) { // half-way between the largest half and the next power of two
      return (short) (sign | 0x7C00);
    }
    if (magnitude < 0x1p-14) { // subnormal: a multiple of 2^-24
      return (short) (sign | (int) Math.rint(magnitude * 0x1p24));
    }
    int exponent = Math.getExponent(magnitude);
    int mantissa = (int) Math.rint(magnitude * Math.scalb(1.0, 10 - exponent)); // 1024 to 2048
    return (short) (sign | ((exponent + 15 << 10) + mantissa - 1024));
  }

  public static double toDouble(short bits) {
    int exponent = bits >> 10 & 31;
    int mantissa = bits & 1023;
    double magnitude;
    if (exponent == 31) {
      magnitude = mantissa == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    } else if (exponent == 0) {
      magnitude = mantissa * 0x1p-24;
    } else {
      magnitude = (1024 + mantissa) * Math.scalb(1.0, exponent - 25);
    }
    return bits < 0 ? -magnitude : magnitude;
  }
}
