// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.number;

/**
 * 8-bit floats in the formats of gfx942's matrix instructions (LLVM's Float8E4M3FNUZ and
 * Float8E5M2FNUZ): there are no infinities, and the encoding of negative zero is NaN.
 */
public final class ByteFloats {
  private static final int SIGN = 0x80;
  private static final int NAN = 0x80; // of FP8 and BF8
  private static final int E4M3_NAN = 0x7F;

  private ByteFloats() {}

  /** Converts an FP8 value: 4 exponent bits with bias 8, 3 fraction bits. */
  public static float fromFp8(int bits) {
    return bits == NAN ? Float.NaN : value(bits, 3, 8);
  }

  /** Converts a BF8 value: 5 exponent bits with bias 16, 2 fraction bits. */
  public static float fromBf8(int bits) {
    return bits == NAN ? Float.NaN : value(bits, 2, 16);
  }

  /** Converts an E4M3 value: 4 exponent bits with bias 7, 3 fraction bits, NaN of both signs. */
  public static float fromE4m3(int bits) {
    return (bits & ~SIGN) == E4M3_NAN ? Float.NaN : value(bits, 3, 7);
  }

  private static float value(int bits, int fractionBits, int bias) {
    int exponent = (bits & ~SIGN) >>> fractionBits;
    int fraction = bits & (1 << fractionBits) - 1;
    int significand = exponent == 0 ? fraction : fraction | 1 << fractionBits;
    float magnitude = Math.scalb((float) significand, Math.max(1, exponent) - bias - fractionBits);
    return (bits & SIGN) != 0 ? -magnitude : magnitude;
  }
}
