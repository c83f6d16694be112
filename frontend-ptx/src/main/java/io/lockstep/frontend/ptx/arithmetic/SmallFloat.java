// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.arithmetic;

import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.Operand;
import java.util.Locale;

/** Formats of pairs of floats of at most eight bits, named as in conversions. */
enum SmallFloat {
  /** Four exponent bits, three fraction bits, no infinity. */
  E4M3X2(8, 7, 3, 0x7E, 0x7F),
  /** Each element is the upper half of an F16. */
  E5M2X2(8, 15, 2, 0x7B, 0x7F),
  /** Three exponent bits, two fraction bits, finite numbers alone, each in a byte. */
  E3M2X2(6, 3, 2, 0x1F, 0x1F),
  /** Two exponent bits, three fraction bits, finite numbers alone, each in a byte. */
  E2M3X2(6, 1, 3, 0x1F, 0x1F),
  /** Two exponent bits, one fraction bit, finite numbers alone, both in a byte. */
  E2M1X2(4, 1, 1, 0x7, 0x7);

  private final int bits;
  private final int bias;
  private final int fractionBits;

  /** The largest finite number. */
  final int most;

  /** What a NaN becomes. */
  final int nan;

  SmallFloat(int bits, int bias, int fractionBits, int most, int nan) {
    this.bits = bits;
    this.bias = bias;
    this.fractionBits = fractionBits;
    this.most = most;
    this.nan = nan;
  }

  /** Takes the format that a conversion's fields name, or returns null. */
  static SmallFloat taken(Modifiers m) {
    for (SmallFloat small : values()) {
      if (m.take(small.text())) {
        return small;
      }
    }
    return null;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether there are conversions from a type. */
  boolean isFrom(PtxType type) {
    return type == PtxType.F32 || type == PtxType.F16X2 && bits != 6;
  }

  boolean hasNan() {
    return nan > most;
  }

  /** Returns the type of a register that holds a pair. */
  PtxType pair() {
    return this == E2M1X2 ? PtxType.B8 : PtxType.B16;
  }

  /** Returns the distance of the two elements in bits. */
  int distance() {
    return pair().bits() / 2;
  }

  int sign() {
    return 1 << bits - 1;
  }

  /** Returns how far left the sign is in an F32. */
  int signShift() {
    return Float.SIZE - bits;
  }

  /** Returns the fraction bits that an F32 has beyond these. */
  int dropped() {
    return 23 - fractionBits;
  }

  /** Returns 2^(127 - bias), by which the exponents of an F32 are larger. */
  Operand up() {
    return Operand.immediate((long) (254 - bias) << 23);
  }

  /** Returns 2^(bias - 127). */
  Operand down() {
    return Operand.immediate((long) bias << 23);
  }
}
