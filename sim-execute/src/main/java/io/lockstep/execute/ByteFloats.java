package io.lockstep.execute;

/**
 * Floats of 8 bits as gfx942's matrix instructions read them (LLVM's Float8E4M3FNUZ and
 * Float8E5M2FNUZ): neither infinities nor a negative zero, whose code is NaN. Pure functions.
 */
final class ByteFloats {
  private static final int SIGN = 0x80;
  private static final int NAN = 0x80;

  private ByteFloats() {}

  /** The value of an FP8: 4 exponent bits of bias 8, 3 fraction bits. */
  static float fromFp8(int bits) {
    return value(bits, 3, 8);
  }

  /** The value of a BF8: 5 exponent bits of bias 16, 2 fraction bits. */
  static float fromBf8(int bits) {
    return value(bits, 2, 16);
  }

  private static float value(int bits, int fractionBits, int bias) {
    if (bits == NAN) {
      return Float.NaN;
    }
    int exponent = (bits & ~SIGN) >>> fractionBits;
    int fraction = bits & (1 << fractionBits) - 1;
    int significand = exponent == 0 ? fraction : fraction | 1 << fractionBits;
    float magnitude = Math.scalb((float) significand, Math.max(1, exponent) - bias - fractionBits);
    return (bits & SIGN) != 0 ? -magnitude : magnitude;
  }
}
