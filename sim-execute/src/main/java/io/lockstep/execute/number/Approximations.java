// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.number;

/**
 * PTX's approximate operations: the exact function, evaluated in 64 bits by operations that are the
 * same on every machine, and rounded once to 32 bits.
 *
 * <p>Hardware results differ between vendors and generations, so none is right for all; special
 * cases follow the tables of the PTX ISA.
 */
public final class Approximations {
  private static final double LN2 = 0x1.62e42fefa39efp-1;
  private static final double ROOT2 = 1.4142135623730951;

  // Coefficients of the Taylor series of e^x: Fk is 1 / k!.
  private static final double F3 = 1 / 6.0;
  private static final double F4 = 1 / 24.0;
  private static final double F5 = 1 / 120.0;
  private static final double F6 = 1 / 720.0;
  private static final double F7 = 1 / 5040.0;
  private static final double F8 = 1 / 40320.0;
  private static final double F9 = 1 / 362880.0;
  private static final double F10 = 1 / 3628800.0;
  private static final double F11 = 1 / 39916800.0;
  private static final double F12 = 1 / 479001600.0;
  private static final double F13 = 1 / 6227020800.0;
  private static final double F14 = 1 / 87178291200.0;

  private Approximations() {}

  public static float reciprocal(float a) {
    return (float) (1.0 / a);
  }

  public static float squareRoot(float a) {
    return (float) Math.sqrt(a);
  }

  /** Returns 1 / sqrt(a): infinity of the same sign for zeros, NaN for negative numbers. */
  public static float reciprocalSquareRoot(float a) {
    return a == 0 ? 1 / a : (float) (1.0 / Math.sqrt(a));
  }

  public static double reciprocalSquareRoot(double a) {
    return a == 0 ? 1 / a : 1.0 / Math.sqrt(a);
  }

  public static float sine(float a) {
    return (float) StrictMath.sin(a);
  }

  public static float cosine(float a) {
    return (float) StrictMath.cos(a);
  }

  public static float tangentHyperbolic(float a) {
    return (float) StrictMath.tanh(a);
  }

  /**
   * Returns 2^a as 2^n times the Taylor series of e^(f ln 2) with |f| at most 1/2; truncation to
   * degree 14 leaves an error below 2^-60.
   */
  public static float exponential2(float a) {
    return exponential2(a, exponential(fraction(a)));
  }

  /** Returns the distance of a number from the nearest integer, times ln 2. */
  public static double fraction(float a) {
    return (a - Math.rint(a)) * LN2;
  }

  /** Returns the Taylor series of e^x; even and odd terms are summed at the same time. */
  public static double exponential(double x) {
    double y = x * x;
    double even = ((((((F14 * y + F12) * y + F10) * y + F8) * y + F6) * y + F4) * y + 0.5) * y;
    double odd = (((((F13 * y + F11) * y + F9) * y + F7) * y + F5) * y + F3) * y * x;
    return 1 + (x + (even + odd));
  }

  /** Returns 2^a from {@link #exponential} of {@link #fraction}. */
  public static float exponential2(float a, double exponential) {
    if (a != a) {
      return a;
    }
    if (a >= 128) {
      return Float.POSITIVE_INFINITY;
    }
    if (a < -151) {
      return 0;
    }
    return (float) (exponential * Double.longBitsToDouble((long) Math.rint(a) + 1023 << 52));
  }

  /**
   * Returns log2(a) = e + 2 atanh((m - 1) / (m + 1)) / ln 2 with m between sqrt(1/2) and sqrt(2):
   * the argument stays below 0.172, and truncation to 12 terms leaves an error below 2^-60.
   */
  public static float logarithm2(float a) {
    double m = mantissa(a);
    double s = (m - 1) / (m + 1);
    return logarithm2(a, s, inverseTangent(s));
  }

  /** Returns m = a / 2^e between sqrt(1/2) and sqrt(2) for a positive finite number. */
  public static double mantissa(float a) {
    long bits = Double.doubleToRawLongBits(a);
    double m = Double.longBitsToDouble(bits & 0xFFFFFFFFFFFFFL | 1023L << 52);
    return m > ROOT2 ? m * 0.5 : m;
  }

  /**
   * Returns atanh(s) / s as a series, written out since the JIT compiler vectorises no loop around
   * a loop.
   */
  public static double inverseTangent(double s) {
    double square = s * s;
    double sum = 1.0 / 23;
    sum = sum * square + 1.0 / 21;
    sum = sum * square + 1.0 / 19;
    sum = sum * square + 1.0 / 17;
    sum = sum * square + 1.0 / 15;
    sum = sum * square + 1.0 / 13;
    sum = sum * square + 1.0 / 11;
    sum = sum * square + 1.0 / 9;
    sum = sum * square + 1.0 / 7;
    sum = sum * square + 1.0 / 5;
    sum = sum * square + 1.0 / 3;
    return sum * square + 1.0;
  }

  /** Returns log2(a) from s = (m - 1) / (m + 1) and {@link #inverseTangent} of it. */
  public static float logarithm2(float a, double s, double inverseTangent) {
    if (a != a || a < 0) {
      return Float.NaN;
    }
    if (a == 0) {
      return Float.NEGATIVE_INFINITY;
    }
    if (a == Float.POSITIVE_INFINITY) {
      return a;
    }
    long bits = Double.doubleToRawLongBits(a);
    int exponent = (int) (bits >>> 52) - 1023;
    if (Double.longBitsToDouble(bits & 0xFFFFFFFFFFFFFL | 1023L << 52) > ROOT2) {
      exponent++;
    }
    return (float) (exponent + 2 * s * inverseTangent / LN2);
  }

  /**
   * Returns a / b. PTX's div.approx multiplies by a reciprocal, which is 0 for |b| above 2^126.
   *
   * @param full whether the whole range of b is supported (div.full)
   */
  public static float divide(float a, float b, boolean full) {
    float magnitude = Math.abs(b);
    if (!full && magnitude > 0x1p126f && magnitude < Float.POSITIVE_INFINITY) {
      return Float.isInfinite(a) ? Float.NaN : a * Math.copySign(0f, b);
    }
    return (float) ((double) a / b);
  }
}
