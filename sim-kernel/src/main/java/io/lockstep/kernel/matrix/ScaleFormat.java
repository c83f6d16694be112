// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.matrix;

/** The number format of the scales of a product of matrices: a byte without a sign. */
public enum ScaleFormat {
  /** Powers of two: 8 exponent bits of bias 127, 0xFF is NaN. */
  UE8M0(8, 0),
  /** 4 exponent bits of bias 7 and 3 fraction bits, 0x7F is NaN; the highest bit is ignored. */
  UE4M3(4, 3);

  private final int exponentBits;
  private final int fractionBits;

  ScaleFormat(int exponentBits, int fractionBits) {
    this.exponentBits = exponentBits;
    this.fractionBits = fractionBits;
  }

  /** {@return bits of the exponent} */
  public int exponentBits() {
    return exponentBits;
  }

  /** {@return bits of the fraction} */
  public int fractionBits() {
    return fractionBits;
  }
}
