// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.math.BigDecimal;

/** Numbers of 16 bits. */
final class Halves {
  static final int INFINITE = 0x7c00;

  /** The NaN that {@link #bits} makes. */
  static final int NAN = 0x7e00;

  private Halves() {}

  /** The number of a half's bits. */
  static double number(int bits) {
    int exponent = bits >> 10 & 31;
    int digits = bits & 1023;
    double size =
        exponent == 31
            ? (digits == 0 ? Double.POSITIVE_INFINITY : Double.NaN)
            : exponent == 0
                ? Math.scalb((double) digits, -24)
                : Math.scalb((double) (1024 + digits), exponent - 25);
    return (bits & 0x8000) == 0 ? size : -size;
  }

  /**
   * Bits of a number as a half.
   *
   * @param mode suffix of the rounding, empty for that to the nearest
   */
  static int bits(double x, String mode) {
    int sign = Double.doubleToRawLongBits(x) < 0 ? 0x8000 : 0;
    double size = Math.abs(x);
    if (size != size || Double.isInfinite(size)) {
      return size != size ? NAN : sign | INFINITE;
    }
    int low = 0;
    for (int step = 0x4000; step > 0; step >>= 1) {
      // The largest half that is not greater: those of one sign are in the order of their bits.
      low += low + step < INFINITE && number(low + step) <= size ? step : 0;
    }
    if (number(low) == size) {
      return sign | low;
    }
    boolean away =
        switch (mode) {
          case "_rtz" -> false;
          case "_rtp" -> sign == 0;
          case "_rtn" -> sign != 0;
          default -> {
            double next = low + 1 == INFINITE ? 65536 : number(low + 1);
            BigDecimal middle = new BigDecimal(number(low)).add(new BigDecimal(next));
            int side = new BigDecimal(size).multiply(BigDecimal.valueOf(2)).compareTo(middle);
            yield side > 0 || side == 0 && (low & 1) == 1;
          }
        };
    return sign | low + (away ? 1 : 0);
  }
}
