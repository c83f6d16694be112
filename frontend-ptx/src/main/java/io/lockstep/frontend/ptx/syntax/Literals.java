// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import io.lockstep.frontend.ptx.syntax.Syntax.Literal;
import io.lockstep.kernel.frontend.TokenSource;

public final class Literals {
  private Literals() {}

  /** Returns the bits of a constant: integers sign-extended to 64 bits, floats as IEEE 754 bits. */
  public static long bits(TokenSource source, Literal literal, PtxType type) {
    if (type.isFloat() && type != PtxType.F16 && type != PtxType.F16X2) {
      if (literal.isWhole()) {
        throw source.error(
            literal.at(),
            "expected a floating-point constant for ."
                + type.shown()
                + ", found a whole number; write for example 0f3F800000 or 1.0");
      }
      double value = value(literal);
      if (type == PtxType.F64) {
        return literal.notation() == Syntax.Notation.DOUBLE_BITS
            ? literal.bits()
            : Double.doubleToRawLongBits(value);
      }
      return literal.notation() == Syntax.Notation.SINGLE_BITS
          ? literal.bits()
          : Float.floatToRawIntBits((float) value) & 0xFFFFFFFFL;
    }
    if (literal.notation() == Syntax.Notation.DECIMAL) {
      throw source.error(
          literal.at(),
          "expected a whole number for ." + type.shown() + ", found a decimal fraction");
    }
    long bits = literal.bits();
    int width = type.bits();
    if (type == PtxType.F16) {
      return bits & 0xFFFF;
    }
    if (width == 1) {
      return bits != 0 ? 1 : 0;
    }
    return width == 64 ? bits : bits << 64 - width >> 64 - width;
  }

  private static double value(Literal literal) {
    return literal.notation() == Syntax.Notation.SINGLE_BITS
        ? Float.intBitsToFloat((int) literal.bits())
        : Double.longBitsToDouble(literal.bits());
  }
}
