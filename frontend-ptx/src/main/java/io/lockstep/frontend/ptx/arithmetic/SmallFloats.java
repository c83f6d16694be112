// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.arithmetic;

import io.lockstep.frontend.ptx.emit.Brains;
import io.lockstep.frontend.ptx.emit.Computation;
import io.lockstep.frontend.ptx.emit.FloatPair;
import io.lockstep.frontend.ptx.emit.Halves;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;

/**
 * Emulates conversions from and to pairs of floats of four to eight bits. Sources of the formats:
 * "OCP 8-bit floating point specification", revision 1.0, and "OCP microscaling formats
 * specification", revision 1.0; what NaN become: PTX ISA, cvt.
 */
final class SmallFloats {
  private SmallFloats() {}

  /** Decodes {@code cvt.rn.satfinite.e4m3x2.f32 d, a, b} and {@code cvt.rn.f16x2.e4m3x2}. */
  static void convert(
      SmallFloat small, Rounding rounding, boolean finite, boolean relu, Modifiers m, PtxWriter e) {
    PtxType other = m.type();
    boolean into = indexOf(e, small.text()) < indexOf(e, other.shown());
    m.done();
    boolean legal = into ? small.isFrom(other) : other == PtxType.F16X2;
    if (!legal) {
      throw e.error("no conversion between ." + small.text() + " and ." + other.shown());
    }
    if (rounding != Rounding.NEAREST_EVEN || finite != into) {
      throw e.error(
          "'%s' needs .rn%s".formatted(e.instruction().spelling(), into ? ".satfinite" : " alone"));
    }
    if (!into) {
      PtxType held = small.pair();
      Operand pair = Halves.widen(e, e.operand(1, held), Type.I32, held.type());
      int low = widened(small, field(e, pair, 0, small), relu, e);
      int high = widened(small, field(e, pair, small.distance(), small), relu, e);
      e.expect(2);
      Halves.pack(e, e.destination(0, PtxType.F16X2), low, high);
      return;
    }
    FloatPair pair = FloatPair.read(e, other);
    Operand a = narrowed(small, pair.low(), relu, e);
    Operand b = narrowed(small, pair.high(), relu, e);
    Operand distance = Operand.immediate(small.distance());
    Operand both = e.value(Op.BIT_FIELD_INSERT, Type.I32, b, a, distance, distance);
    e.convert(small.pair().type(), Type.I32, e.destination(0, small.pair()), both);
  }

  static int indexOf(PtxWriter e, String modifier) {
    return e.instruction().modifiers().stream().map(Token::name).toList().indexOf(modifier);
  }

  private static Operand wide(PtxWriter e, Operand a) {
    return Halves.widen(e, a, Type.I32, Type.I16);
  }

  private static Operand field(PtxWriter e, Operand pair, int at, SmallFloat small) {
    return e.value(
        Op.BIT_FIELD_EXTRACT,
        Type.I32,
        pair,
        Operand.immediate(at),
        Operand.immediate(small.distance()));
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
      Operand magnitude = e.value(Op.AND, Type.I32, bits, small.sign() - 1);
      Operand scaled =
          e.value(
              Type.F32,
              InstructionBuilder.of(Op.MUL, Type.F32)
                  .rounding(Rounding.NEAREST_EVEN)
                  .from(e.value(Op.SHL, Type.I32, magnitude, small.dropped()), small.up()));
      Operand sign =
          e.value(
              Op.SHL, Type.I32, e.value(Op.AND, Type.I32, bits, small.sign()), small.signShift());
      Operand signed = e.value(Op.OR, Type.I32, scaled, sign);
      Operand kept = signed;
      if (small.hasNan()) {
        Operand nan = e.compare(Comparison.EQ, Type.I32, magnitude, Operand.immediate(small.nan));
        kept = Brains.unless(e, nan, signed, Operand.immediate(0x7FFFFFFF));
      }
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

  /** Rounds an F32 once to so few bits, clamped to the largest finite number. */
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
                          .from(magnitude, small.down())));
      int dropped = small.dropped();
      Operand sum = Brains.round(e, scaled, dropped, Rounding.NEAREST_EVEN);
      rounded = e.value(Op.SHR, Type.I32, sum, dropped);
    }
    Operand finite = e.value(Op.MIN, Type.I32, rounded, small.most);
    Operand shifted = e.value(Op.SHR, Type.I32, wide, small.signShift());
    Operand sign = e.value(Op.AND, Type.I32, shifted, small.sign());
    Operand signed = e.value(Op.OR, Type.I32, finite, sign);
    if (relu) {
      signed =
          Brains.unless(
              e,
              e.compare(Comparison.NE, Type.I32, sign, Operand.immediate(0)),
              signed,
              Operand.immediate(0));
    }
    return Brains.unless(e, Brains.isNan(e, wide), signed, Operand.immediate(small.nan));
  }
}
