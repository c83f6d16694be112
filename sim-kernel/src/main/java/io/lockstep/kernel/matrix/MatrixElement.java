// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.matrix;

/** A number format of the factors A or B of a matrix instruction. */
public enum MatrixElement {
  /** IEEE 754 binary16. */
  F16(16, 5, 10),
  /** The upper half of an IEEE 754 binary32. */
  BF16(16, 8, 7),
  /** IEEE 754 binary32. */
  F32(32, 8, 23),
  /** IEEE 754 binary32, of whose fraction only the upper 10 bits are used; PTX: tf32. */
  XF32(32, 8, 10, 13),
  /** IEEE 754 binary64. */
  F64(64, 11, 52),
  /** 4 exponent bits of bias 8, 3 fraction bits, no infinities, 0x80 is NaN (E4M3FNUZ). */
  FP8(8, 4, 3),
  /** 5 exponent bits of bias 16, 2 fraction bits, no infinities, 0x80 is NaN (E5M2FNUZ). */
  BF8(8, 5, 2),
  /** A signed byte. */
  I8(8),
  /** 4 exponent bits of bias 7, 3 fraction bits, no infinities, 0x7F and 0xFF are NaN. */
  E4M3(8, 4, 3),
  /** 5 exponent bits of bias 15, 2 fraction bits, infinities and NaN as IEEE 754 has them. */
  E5M2(8, 5, 2),
  /** An unsigned byte. */
  U8(8),
  /** A signed integer of four bits. */
  S4(4),
  /** An unsigned integer of four bits. */
  U4(4),
  /** One bit. */
  B1(1),
  /**
   * 3 exponent bits of bias 3, 2 fraction bits, finite numbers alone, in the low bits of a byte.
   */
  E3M2(8, 3, 2),
  /**
   * 2 exponent bits of bias 1, 3 fraction bits, finite numbers alone, in the low bits of a byte.
   */
  E2M3(8, 2, 3),
  /** The numbers of {@link #E2M1} in bits 2 to 5 of a byte. */
  E2M1_BYTE(8, 2, 1, 2),
  /** 2 exponent bits of bias 1, 1 fraction bit, finite numbers alone, in four bits. */
  E2M1(4, 2, 1);

  private final int bits;
  private final int exponentBits;
  private final int fractionBits;
  private final int lowest;

  MatrixElement(int bits) {
    this(bits, 0, 0);
  }

  MatrixElement(int bits, int exponentBits, int fractionBits) {
    this(bits, exponentBits, fractionBits, 0);
  }

  MatrixElement(int bits, int exponentBits, int fractionBits, int lowest) {
    this.bits = bits;
    this.exponentBits = exponentBits;
    this.fractionBits = fractionBits;
    this.lowest = lowest;
  }

  /** {@return the width of an element in a register, in bits} */
  public int bits() {
    return bits;
  }

  /** {@return whether elements have an exponent; otherwise they are integers} */
  public boolean isFloat() {
    return exponentBits > 0;
  }

  /** {@return bits of the exponent; 0 for integers} */
  public int exponentBits() {
    return exponentBits;
  }

  /** {@return bits of the fraction that are used; 0 for integers} */
  public int fractionBits() {
    return fractionBits;
  }

  /** {@return the place of the lowest bit of the fraction; the sign is above the exponent} */
  public int lowest() {
    return lowest;
  }

  /** {@return whether the numbers are floats of four or six bits} */
  public boolean isTiny() {
    return switch (this) {
      case E3M2, E2M3, E2M1_BYTE, E2M1 -> true;
      default -> false;
    };
  }
}
