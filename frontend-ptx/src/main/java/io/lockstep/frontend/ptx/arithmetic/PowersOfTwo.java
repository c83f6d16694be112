// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.arithmetic;

import io.lockstep.frontend.ptx.emit.Brains;
import io.lockstep.frontend.ptx.emit.FloatPair;
import io.lockstep.frontend.ptx.emit.Halves;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;

/**
 * Emulates conversions from and to pairs of powers of two in bytes ({@code ue8m0x2}: exponents of
 * bias 127, 0xFF is NaN). Signs are dropped (CUDA 13.0, cuda_fp8.hpp).
 */
final class PowersOfTwo {
  static final String NAME = "ue8m0x2";

  private static final int NAN = 0xFF;
  private static final int FRACTION = 23;
  private static final int LEAST = 1 << FRACTION - 1; // 2^-127, the least power, as an F32
  private static final int INFINITY = NAN << FRACTION;

  private PowersOfTwo() {}

  /** Decodes {@code cvt.rz.ue8m0x2.f32 d, a, b} and its like. */
  static void convert(Rounding rounding, boolean finite, Modifiers m, PtxWriter e) {
    PtxType other = m.type();
    m.done();
    boolean into = SmallFloats.indexOf(e, NAME) < SmallFloats.indexOf(e, other.shown());
    if (other != PtxType.BF16X2 && !(into && other == PtxType.F32)) {
      throw e.error("no conversion between ." + NAME + " and ." + other.shown());
    }
    boolean legal =
        into
            ? rounding == Rounding.ZERO || rounding == Rounding.UP
            : rounding == Rounding.NEAREST_EVEN && !finite;
    if (!legal) {
      String needed = into ? ".rz or .rp" : ".rn without .satfinite";
      throw e.error("'%s' needs %s".formatted(e.instruction().spelling(), needed));
    }
    if (!into) {
      e.expect(2);
      Operand pair = Halves.widen(e, e.operand(1, PtxType.B16), Type.I32, Type.I16);
      Operand low = wide(e, e.value(Op.AND, Type.I32, pair, 0xFF));
      Operand high = wide(e, e.value(Op.SHR, Type.I32, pair, Byte.SIZE));
      Operand half = Operand.immediate(Short.SIZE);
      e.emit(
          Op.BIT_FIELD_INSERT, Type.I32, e.destination(0, PtxType.BF16X2), high, low, half, half);
      return;
    }
    FloatPair pair = FloatPair.read(e, other);
    Operand a = power(e, pair.low(), rounding, finite);
    Operand b = power(e, pair.high(), rounding, finite);
    Operand width = Operand.immediate(Byte.SIZE);
    Operand both = e.value(Op.BIT_FIELD_INSERT, Type.I32, b, a, width, width);
    e.convert(Type.I16, Type.I32, e.destination(0, PtxType.B16), both);
  }

  /** Returns the exponent of an F32, of the next power of two if it is not one and rounds up. */
  private static Operand power(PtxWriter e, Operand wide, Rounding rounding, boolean finite) {
    Operand magnitude = e.value(Op.AND, Type.I32, wide, 0x7FFFFFFF);
    Operand sum = magnitude;
    if (rounding == Rounding.UP) {
      Operand least = e.compare(Comparison.LE, Type.I32, magnitude, Operand.immediate(LEAST));
      Operand up = e.value(Op.ADD, Type.I32, magnitude, (1 << FRACTION) - 1);
      sum = Brains.unless(e, least, up, Operand.immediate(0));
    }
    Operand power = e.value(Op.SHR, Type.I32, sum, FRACTION);
    if (finite) {
      power = e.value(Op.MIN, Type.I32, power, NAN - 1);
    }
    Operand nan = e.compare(Comparison.GT, Type.I32, magnitude, Operand.immediate(INFINITY));
    return Brains.unless(e, nan, power, Operand.immediate(NAN));
  }

  /** Returns the bits of the upper half of an F32 that is a power of two. */
  private static Operand wide(PtxWriter e, Operand power) {
    Operand shifted = e.value(Op.SHL, Type.I32, power, 7);
    Operand least = e.compare(Comparison.EQ, Type.I32, power, Operand.immediate(0));
    Operand number = Brains.unless(e, least, shifted, Operand.immediate(LEAST >>> Short.SIZE));
    Operand nan = e.compare(Comparison.EQ, Type.I32, power, Operand.immediate(NAN));
    return Brains.unless(e, nan, number, Operand.immediate(0x7FFF));
  }
}
