// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.number;

import io.lockstep.kernel.type.Rounding;
import java.math.BigDecimal;

/** Conversions between integers and floats as PTX defines them: values out of range are clamped. */
public final class NumberConversions {
  private NumberConversions() {}

  public static double toIntegral(double a, Rounding mode) {
    return switch (mode) {
      case ZERO -> a < 0 ? Math.ceil(a) : Math.floor(a);
      case DOWN -> Math.floor(a);
      case UP -> Math.ceil(a);
      default -> Math.rint(a);
    };
  }

  /**
   * Returns the integer to which a NaN is converted. PTX ISA 9.0, "cvt": zero if the source is not
   * .f64 and the destination is not 64 bits wide, otherwise 1 &lt;&lt; (width - 1).
   */
  public static long integerOfNaN(boolean fromDouble, int bits, boolean signed) {
    return fromDouble || bits == 64 ? extend(1L << bits - 1, bits, signed) : 0;
  }

  /**
   * Converts to an integer of up to 64 bits, clamped to its range and extended to 64 bits. A NaN
   * becomes {@code ofNaN}.
   */
  public static long toInteger(double a, Rounding mode, int bits, boolean signed, long ofNaN) {
    double r = toIntegral(a, mode);
    if (r != r) {
      return ofNaN;
    }
    if (signed) {
      long limit = bits == 64 ? Long.MAX_VALUE : (1L << bits - 1) - 1;
      return Math.max(-limit - 1, Math.min(limit, (long) r));
    }
    if (r <= 0) {
      return 0;
    }
    if (bits < 64) {
      return Math.min((1L << bits) - 1, (long) r);
    }
    if (r < 0x1p63) {
      return (long) r;
    }
    return r >= 0x1p64 ? -1 : (long) (r - 0x1p63) | Long.MIN_VALUE;
  }

  public static float toFloat(long a, boolean signed, Rounding mode) {
    float nearest;
    if (signed || a >= 0) {
      nearest = (float) a;
    } else {
      nearest = (float) (a >>> 1 | a & 1) * 2f;
    }
    if (FloatOps.isNearest(mode)) {
      return nearest;
    }
    int step = step(nearest, a, signed, mode);
    return step > 0 ? Math.nextUp(nearest) : step < 0 ? Math.nextDown(nearest) : nearest;
  }

  public static double toDouble(long a, boolean signed, Rounding mode) {
    double nearest;
    if (signed || a >= 0) {
      nearest = (double) a;
    } else {
      nearest = (double) (a >>> 1 | a & 1) * 2;
    }
    if (FloatOps.isNearest(mode)) {
      return nearest;
    }
    int step = step(nearest, a, signed, mode);
    return step > 0 ? Math.nextUp(nearest) : step < 0 ? Math.nextDown(nearest) : nearest;
  }

  /**
   * Returns which neighbour of the nearest float a directed rounding takes instead: 1 for the next
   * one up, -1 for the next one down, 0 for none.
   */
  private static int step(double nearest, long a, boolean signed, Rounding mode) {
    int side = exact(a, signed).compareTo(new BigDecimal(nearest));
    boolean down = mode == Rounding.DOWN || mode == Rounding.ZERO && (!signed || a >= 0);
    return down == (side < 0) ? side : 0;
  }

  private static BigDecimal exact(long a, boolean signed) {
    BigDecimal value = BigDecimal.valueOf(a);
    return signed || a >= 0 ? value : value.add(BigDecimal.valueOf(2).pow(64));
  }

  /** Sign- or zero-extends the low bits. */
  public static long extend(long a, int bits, boolean signed) {
    if (bits == 64) {
      return a;
    }
    int free = 64 - bits;
    return signed ? a << free >> free : a << free >>> free;
  }

  /** Clamps an integer, signed or not, to the range of another integer type. */
  public static long clamp(long a, boolean sourceSigned, int bits, boolean signed) {
    if (!sourceSigned && a < 0) {
      return signed
          ? (bits == 64 ? Long.MAX_VALUE : (1L << bits - 1) - 1)
          : extend(-1, bits, false);
    }
    if (signed) {
      long limit = bits == 64 ? Long.MAX_VALUE : (1L << bits - 1) - 1;
      return Math.max(-limit - 1, Math.min(limit, a));
    }
    return a < 0 ? 0 : bits == 64 ? a : Math.min((1L << bits) - 1, a);
  }
}
