// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.ir.Comparison;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Rounding;
import io.lockstep.kernel.ir.Type;

/**
 * Emulates conversions from and to pairs of 8-bit floats. Source of the formats: "OCP 8-bit
 * floating point specification", revision 1.0.
 */
final class SmallFloats {
  /** 2^120; the exponent biases of F32 and E4M3 differ by 120. */
  private static final Operand UP = Operand.immediate(0x7B800000L);

  private static final Operand DOWN = Operand.immediate(0x03800000L);

  private SmallFloats() {}

  /** Decodes {@code cvt.rn.satfinite.e4m3x2.f32 d, a, b} and {@code cvt.rn.f16x2.e4m3x2}. */
  static void convert(SmallFloat small, boolean relu, Modifiers m, PtxWriter e) {
    PtxType other = m.type();
    boolean into = indexOf(e, name(small)) < indexOf(e, other.shown());
    m.done();
    if (other != PtxType.F16X2 && !(into && other == PtxType.F32)) {
      throw e.error("no conversion between ." + name(small) + " and ." + other.shown());
    }
    if (!into) {
      Operand pair = wide(e, e.operand(1, PtxType.B16));
      int low = widened(small, field(e, pair, 0), relu, e);
      int high = widened(small, field(e, pair, 8), relu, e);
      e.expect(2);
      Halves.pack(e, e.destination(0, PtxType.F16X2), low, high);
      return;
    }
    Operand low;
    Operand high;
    if (other == PtxType.F32) {
      e.expect(3);
      low = e.operand(2, PtxType.F32);
      high = e.operand(1, PtxType.F32);
    } else {
      e.expect(2);
      Operand pair = e.operand(1, PtxType.F16X2);
      low = e.convert(Type.F32, Type.F16, Halves.low(e, pair));
      high = e.convert(Type.F32, Type.F16, Halves.high(e, pair));
    }
    Operand a = narrowed(small, low, relu, e);
    Operand b = narrowed(small, high, relu, e);
    Operand both =
        e.value(Op.BIT_FIELD_INSERT, Type.I32, b, a, Operand.immediate(8), Operand.immediate(8));
    e.convert(Type.I16, Type.I32, e.destination(0, PtxType.B16), both);
  }

  private static String name(SmallFloat small) {
    return small == SmallFloat.E4M3X2 ? "e4m3x2" : "e5m2x2";
  }

  private static int indexOf(PtxWriter e, String modifier) {
    return e.instruction().modifiers().stream().map(Token::name).toList().indexOf(modifier);
  }

  private static Operand wide(PtxWriter e, Operand a) {
    return Halves.widen(e, a, Type.I32, Type.I16);
  }

  private static Operand field(PtxWriter e, Operand pair, int at) {
    return e.value(
        Op.BIT_FIELD_EXTRACT, Type.I32, pair, Operand.immediate(at), Operand.immediate(8));
  }

  private static int widened(SmallFloat small, Operand bits, boolean relu, PtxWriter e) {
    int half = e.temp(Type.I16);
    if (small == SmallFloat.E5M2X2) {
      Operand shifted = e.value(Op.SHL, Type.I32, bits, 8);
      Operand magnitude = e.value(Op.AND, Type.I32, bits, 0x7F);
      Operand nan = e.compare(Comparison.GT, Type.I32, magnitude, Operand.immediate(0x7C));
      Operand kept = Brains.unless(e, nan, shifted, Operand.immediate(0x7FFF));
      e.convert(Type.I16, Type.I32, half, kept);
    } else {
      Operand magnitude = e.value(Op.AND, Type.I32, bits, 0x7F);
      Operand scaled =
          e.value(
              Type.F32,
              InstructionBuilder.of(Op.MUL, Type.F32)
                  .rounding(Rounding.NEAREST_EVEN)
                  .from(e.value(Op.SHL, Type.I32, magnitude, 20), UP));
      Operand sign = e.value(Op.SHL, Type.I32, e.value(Op.AND, Type.I32, bits, 0x80), 24);
      Operand signed = e.value(Op.OR, Type.I32, scaled, sign);
      Operand nan = e.compare(Comparison.EQ, Type.I32, magnitude, Operand.immediate(0x7F));
      Operand kept = Brains.unless(e, nan, signed, Operand.immediate(0x7FFFFFFF));
      e.emit(
          InstructionBuilder.of(Op.CONVERT, Type.F16)
              .sourceType(Type.F32)
              .rounding(Rounding.NEAREST_EVEN)
              .from(kept)
              .to(half));
    }
    if (!relu) {
      return half;
    }
    int clamped = e.temp(Type.I16);
    Computation.relu(e, PtxType.F16, half, clamped);
    return clamped;
  }

  /** Rounds an F32 once to 8 bits, clamped to the largest finite number. */
  private static Operand narrowed(SmallFloat small, Operand wide, boolean relu, PtxWriter e) {
    boolean large = small == SmallFloat.E5M2X2;
    Operand magnitude = e.value(Op.ABS, Type.F32, wide);
    Operand rounded;
    if (large) {
      Operand half =
          Brains.odd(
              e,
              mode -> {
                int h = e.temp(Type.I16);
                e.emit(
                    InstructionBuilder.of(Op.CONVERT, Type.F16)
                        .sourceType(Type.F32)
                        .rounding(mode)
                        .from(magnitude)
                        .to(h));
                return wide(e, Operand.register(h));
              });
      rounded = e.value(Op.SHR, Type.I32, Brains.round(e, half, 8, Rounding.NEAREST_EVEN), 8);
    } else {
      Operand scaled =
          Brains.odd(
              e,
              mode ->
                  e.value(
                      Type.F32,
                      InstructionBuilder.of(Op.MUL, Type.F32)
                          .rounding(mode)
                          .from(magnitude, DOWN)));
      rounded = e.value(Op.SHR, Type.I32, Brains.round(e, scaled, 20, Rounding.NEAREST_EVEN), 20);
    }
    Operand finite = e.value(Op.MIN, Type.I32, rounded, large ? 0x7B : 0x7E);
    Operand sign = e.value(Op.AND, Type.I32, e.value(Op.SHR, Type.I32, wide, 24), 0x80);
    Operand signed = e.value(Op.OR, Type.I32, finite, sign);
    if (relu) {
      signed =
          Brains.unless(
              e,
              e.compare(Comparison.NE, Type.I32, sign, Operand.immediate(0)),
              signed,
              Operand.immediate(0));
    }
    return Brains.unless(e, Brains.isNan(e, wide), signed, Operand.immediate(0x7F));
  }
}
