// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.number;

import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Rounding;
import java.math.BigDecimal;

/**
 * Floating-point operations in all rounding modes, one value at a time.
 *
 * <p>Directed roundings to 32 bits go through a 64-bit value rounded <em>to odd</em>, so that the
 * second rounding to 24 bits gives the correct result (Boldo and Melquiond, "Emulation of FMA and
 * correctly rounded sums", 2008). Directed roundings to 64 bits compare the nearest value with the
 * exact one. NaN results are canonical as in the PTX ISA.
 */
public final class FloatOps {
  /** PTX's canonical 32-bit NaN. */
  public static final int NAN_BITS = 0x7FFFFFFF;

  public static final long NAN_BITS_64 = 0x7FF8000000000000L;

  static final float NAN = Float.intBitsToFloat(NAN_BITS);

  private FloatOps() {}

  /** Returns the bits of a value; those of the canonical NaN for every NaN. */
  public static int canonicalBits(float a) {
    return a == a ? Float.floatToRawIntBits(a) : NAN_BITS;
  }

  public static long canonicalBits(double a) {
    return a == a ? Double.doubleToRawLongBits(a) : NAN_BITS_64;
  }

  /** Replaces subnormals by zeros of the same sign. */
  public static float flush(float a) {
    return Math.abs(a) < Float.MIN_NORMAL ? Math.copySign(0f, a) : a;
  }

  /** Replaces subnormals by zeros of the same sign if {@code flush}; returns the number else. */
  public static float flush(float a, boolean flush) {
    return flush ? flush(a) : a;
  }

  /** Clamps to [0, 1]; NaN becomes 0. */
  public static float saturate(float a) {
    return a > 0f ? Math.min(a, 1f) : 0f;
  }

  public static double saturate(double a) {
    return a > 0 ? Math.min(a, 1) : 0;
  }

  public static boolean isNearest(Rounding mode) {
    return mode == Rounding.NONE || mode == Rounding.NEAREST_EVEN;
  }

  public static float add(float a, float b, Rounding mode) {
    if (isNearest(mode)) {
      return a + b;
    }
    return signedZero(a, b, toFloat(sumToOdd(a, b), mode), mode);
  }

  public static float multiply(float a, float b, Rounding mode) {
    return isNearest(mode) ? a * b : toFloat((double) a * b, mode);
  }

  public static float fma(float a, float b, float c, Rounding mode) {
    if (isNearest(mode)) {
      return Math.fma(a, b, c);
    }
    double product = (double) a * b;
    return signedZero(product, c, toFloat(sumToOdd(product, c), mode), mode);
  }

  public static float divide(float a, float b, Rounding mode) {
    if (isNearest(mode)) {
      return a / b;
    }
    double q = (double) a / b;
    if (q == 0 || Double.isInfinite(q) || q != q || Float.isInfinite(b)) {
      return (float) q;
    }
    double rest = Math.fma(-q, b, a);
    return toFloat(toOdd(q, b < 0 ? -rest : rest), mode);
  }

  public static float squareRoot(float a, Rounding mode) {
    double s = Math.sqrt(a);
    if (isNearest(mode)) {
      return (float) s;
    }
    if (!(a > 0) || Float.isInfinite(a)) {
      return (float) s;
    }
    return toFloat(toOdd(s, Math.fma(-s, s, a)), mode);
  }

  /** Corrects a zero sum: an exact sum of opposite operands is -0 when rounding down. */
  private static float signedZero(double a, double b, float sum, Rounding mode) {
    if (sum == 0 && a == -b && mode == Rounding.DOWN) {
      boolean bothPositive = 1 / a > 0 && 1 / b > 0 && a == 0;
      return bothPositive ? 0f : -0f;
    }
    return sum;
  }

  /** Returns a + b rounded to odd. */
  public static double sumToOdd(double a, double b) {
    double sum = a + b;
    if (Double.isInfinite(sum) || sum != sum) {
      return sum;
    }
    double part = sum - a;
    double error = (a - (sum - part)) + (b - part);
    return toOdd(sum, error);
  }

  /**
   * Returns a value rounded to odd: the neighbour with an odd last bit on the side of the exact
   * value if the value is inexact and even.
   */
  private static double toOdd(double value, double error) {
    if (error == 0 || (Double.doubleToRawLongBits(value) & 1) != 0) {
      return value;
    }
    return error > 0 ? Math.nextUp(value) : Math.nextDown(value);
  }

  /** Rounds to 32 bits a value that is exact or was rounded to odd. */
  public static float toFloat(double value, Rounding mode) {
    float f = (float) value;
    switch (mode) {
      case ZERO:
        return f != value && Math.abs((double) f) > Math.abs(value)
            ? value > 0 ? Math.nextDown(f) : Math.nextUp(f)
            : f;
      case DOWN:
        return f > value ? Math.nextDown(f) : f;
      case UP:
        return f < value ? Math.nextUp(f) : f;
      default:
        return f;
    }
  }

  public static double add(double a, double b, Rounding mode) {
    double r = a + b;
    if (isNearest(mode) || isSpecial(r, a, b)) {
      return r;
    }
    if (a == -b) {
      boolean bothPositive = a == 0 && 1 / a > 0 && 1 / b > 0;
      return mode == Rounding.DOWN && !bothPositive ? -0.0 : r;
    }
    return direct(r, new BigDecimal(a).add(new BigDecimal(b)), mode);
  }

  public static double multiply(double a, double b, Rounding mode) {
    double r = a * b;
    if (isNearest(mode) || isSpecial(r, a, b) || a == 0 || b == 0) {
      return r;
    }
    return direct(r, new BigDecimal(a).multiply(new BigDecimal(b)), mode);
  }

  public static double fma(double a, double b, double c, Rounding mode) {
    double r = Math.fma(a, b, c);
    if (isNearest(mode) || isSpecial(r, a, b) || isSpecial(r, c, c)) {
      return r;
    }
    BigDecimal exact = new BigDecimal(a).multiply(new BigDecimal(b)).add(new BigDecimal(c));
    if (exact.signum() == 0) {
      boolean bothPositive = c == 0 && 1 / c > 0 && 1 / (a * b) > 0;
      boolean bothNegative = c == 0 && 1 / c < 0 && 1 / (a * b) < 0;
      return bothNegative || mode == Rounding.DOWN && !bothPositive ? -0.0 : 0.0;
    }
    return direct(r, exact, mode);
  }

  public static double divide(double a, double b, Rounding mode) {
    double r = a / b;
    if (isNearest(mode) || isSpecial(r, a, b) || a == 0 || b == 0) {
      return r;
    }
    // Compares r with a / b by comparing r * b with a; the result is reversed if b is negative.
    BigDecimal divisor = new BigDecimal(b);
    int side = compareQuotient(r, new BigDecimal(a), divisor);
    return shift(r, side, a / Math.abs(a) * Math.signum(b) > 0, mode);
  }

  private static int compareQuotient(double r, BigDecimal a, BigDecimal b) {
    if (Double.isInfinite(r)) {
      return r > 0 ? 1 : -1;
    }
    int side = new BigDecimal(r).multiply(b).compareTo(a);
    return b.signum() < 0 ? -side : side;
  }

  public static double squareRoot(double a, Rounding mode) {
    double r = Math.sqrt(a);
    if (isNearest(mode) || !(a > 0) || Double.isInfinite(a)) {
      return r;
    }
    BigDecimal root = new BigDecimal(r);
    return shift(r, root.multiply(root).compareTo(new BigDecimal(a)), true, mode);
  }

  /**
   * Returns whether the operands alone determine the result. An overflow to infinity still depends
   * on the rounding mode.
   */
  private static boolean isSpecial(double r, double a, double b) {
    return r != r || Double.isInfinite(a) || Double.isInfinite(b);
  }

  private static double direct(double nearest, BigDecimal exact, Rounding mode) {
    int side =
        Double.isInfinite(nearest)
            ? nearest > 0 ? 1 : -1
            : new BigDecimal(nearest).compareTo(exact);
    return shift(nearest, side, exact.signum() > 0, mode);
  }

  /**
   * Moves the nearest value, which is above (side 1) or below (side -1) the exact value, to the
   * neighbour that the rounding mode requires.
   */
  private static double shift(double nearest, int side, boolean positive, Rounding mode) {
    boolean down = mode == Rounding.DOWN || mode == Rounding.ZERO && positive;
    if (side > 0 && down) {
      return Math.nextDown(nearest);
    }
    if (side < 0 && !down) {
      return Math.nextUp(nearest);
    }
    return nearest == 0 ? Math.copySign(0.0, positive ? 1 : -1) : nearest;
  }

  /** Returns the smaller operand. If one is NaN, returns the other; -0 is less than +0. */
  public static float minimum(float a, float b) {
    return a != a ? (b != b ? NAN : b) : b != b ? a : Math.min(a, b);
  }

  public static float maximum(float a, float b) {
    return a != a ? (b != b ? NAN : b) : b != b ? a : Math.max(a, b);
  }

  public static double minimum(double a, double b) {
    return a != a ? (b != b ? Double.NaN : b) : b != b ? a : Math.min(a, b);
  }

  public static double maximum(double a, double b) {
    return a != a ? (b != b ? Double.NaN : b) : b != b ? a : Math.max(a, b);
  }

  /** Returns whether a value belongs to a class of PTX testp. */
  public static boolean test(double a, double minNormal, Variant.FloatClass kind) {
    double magnitude = Math.abs(a);
    return switch (kind) {
      case FINITE -> magnitude < Double.POSITIVE_INFINITY;
      case INFINITE -> magnitude == Double.POSITIVE_INFINITY;
      case NUMBER -> a == a;
      case NOT_A_NUMBER -> a != a;
      case NORMAL -> magnitude >= minNormal && magnitude < Double.POSITIVE_INFINITY;
      case SUBNORMAL -> magnitude > 0 && magnitude < minNormal;
    };
  }
}
