// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.arithmetic;

import io.lockstep.frontend.ptx.emit.Brains;
import io.lockstep.frontend.ptx.emit.Computation;
import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.Halves;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Decodes cvt. */
public final class Conversions {
  private static final Operand ZERO = Operand.immediate(0);

  private static final Map<String, Option> MODIFIERS =
      Map.of(
          "ftz",
          Option.FLUSH,
          "sat",
          Option.SATURATE,
          "relu",
          Option.RELU,
          "satfinite",
          Option.FINITE);

  private Conversions() {}

  public static Decoder of(String base) {
    return switch (base) {
      case "cvt" -> Conversions::convert;
      default -> null;
    };
  }

  private enum Option {
    INTEGRAL,
    FLUSH,
    SATURATE,
    RELU,
    FINITE
  }

  private record Form(Rounding rounding, Set<Option> options) {
    boolean integral() {
      return options.contains(Option.INTEGRAL);
    }

    boolean flush() {
      return options.contains(Option.FLUSH);
    }

    boolean saturate() {
      return options.contains(Option.SATURATE);
    }

    boolean relu() {
      return options.contains(Option.RELU);
    }

    boolean finite() {
      return options.contains(Option.FINITE);
    }
  }

  private static Set<Option> options(boolean integral, Modifiers m) {
    Set<Option> taken = EnumSet.noneOf(Option.class);
    if (integral) {
      taken.add(Option.INTEGRAL);
    }
    MODIFIERS.forEach(
        (modifier, option) -> {
          if (m.take(modifier)) {
            taken.add(option);
          }
        });
    return taken;
  }

  private static void convert(String base, Modifiers m, PtxWriter e) {
    if (m.take("pack")) {
      pack(m, e);
      return;
    }
    String integral = m.takeAny("rni", "rzi", "rmi", "rpi");
    Rounding rounding =
        integral == null
            ? m.take("rna") ? Rounding.NEAREST_AWAY : m.rounding()
            : switch (integral) {
              case "rni" -> Rounding.NEAREST_EVEN;
              case "rzi" -> Rounding.ZERO;
              case "rmi" -> Rounding.DOWN;
              default -> Rounding.UP;
            };
    Form form = new Form(rounding, options(integral != null, m));
    if (m.take(PowersOfTwo.NAME)) {
      PowersOfTwo.convert(form.rounding(), form.finite(), m, e);
      return;
    }
    SmallFloat small = SmallFloat.taken(m);
    if (small != null) {
      SmallFloats.convert(small, form.rounding(), form.finite(), form.relu(), m, e);
      return;
    }
    if (m.take("tf32")) {
      tensorFloat(form, m, e);
      return;
    }
    if (rounding == Rounding.NEAREST_AWAY) {
      throw e.error("'" + e.instruction().spelling() + "': .rna is for .tf32");
    }
    PtxType d = m.type();
    PtxType s = m.type();
    m.done();
    boolean narrow = d.part() == PtxType.F16 || d.part() == PtxType.BF16;
    if ((form.relu() || form.finite()) && !(narrow && s == PtxType.F32)) {
      throw e.error(
          "'"
              + e.instruction().spelling()
              + "': .relu and .satfinite go from .f32 to 16-bit floats");
    }
    if (d == PtxType.F16X2 || d == PtxType.BF16X2) {
      packFloats(form, d, s, e);
      return;
    }
    e.expect(2);
    if (s.isPacked() || d.isPacked() || d == PtxType.PRED || s == PtxType.PRED) {
      throw e.error("no conversion from ." + s.shown() + " to ." + d.shown());
    }
    boolean whole = d.isInteger();
    Operand a = e.operand(e.argument(1), s, true);
    int to = e.destination(e.argument(0), d, whole);
    if (to < 0) {
      throw e.error(e.argument(0), "'cvt' cannot drop its result");
    }
    if (s == PtxType.BF16) {
      a = Brains.widen(e, narrowed(e, a));
      s = PtxType.F32;
    }
    if (d == PtxType.BF16 || form.relu() || form.finite()) {
      toNarrow(form, d, s, a, to, e);
      return;
    }
    general(form, d, s, a, to, e);
  }

  /** Truncates a value to 16 bits if its register is wider. */
  private static Operand narrowed(PtxWriter e, Operand a) {
    if (!a.isRegister() || e.builder.typeOf(a.register()).bits() == 16) {
      return a;
    }
    Type held = e.builder.typeOf(a.register());
    return e.convert(Type.I16, held, a);
  }

  private static InstructionBuilder plain(Form form, PtxType d, PtxType s, Operand a) {
    return InstructionBuilder.of(Op.CONVERT, d.type())
        .sourceType(s.type())
        .signed(d.signed())
        .sourceSigned(s.signed())
        .rounding(form.rounding())
        .roundToIntegral(form.integral() && d.isFloat())
        .flush(form.flush())
        .saturate(form.saturate())
        .from(a);
  }

  private static void general(Form form, PtxType d, PtxType s, Operand a, int to, PtxWriter e) {
    InstructionBuilder i = plain(form, d, s, a);
    Type held = e.builder.typeOf(to);
    if (held.bits() == d.bits()) {
      e.emit(i.to(to));
      return;
    }
    // The result is narrower than its register: convert, then extend by the result's sign.
    Operand narrow = a;
    if (s.isFloat() || form.saturate() || s.bits() < d.bits()) {
      narrow = e.value(d.type(), i);
    }
    e.emit(
        InstructionBuilder.of(Op.CONVERT, integer(held))
            .sourceType(d.type())
            .signed(d.signed())
            .sourceSigned(d.signed())
            .from(narrow)
            .to(to));
  }

  private static Type integer(Type held) {
    return switch (held.bits()) {
      case 16 -> Type.I16;
      case 32 -> Type.I32;
      default -> Type.I64;
    };
  }

  /** Converts to bf16 or f16 with options that {@link Op#CONVERT} lacks. */
  private static void toNarrow(Form form, PtxType d, PtxType s, Operand a, int to, PtxWriter e) {
    int r = e.temp(Type.I16);
    if (d == PtxType.BF16) {
      toBrain(form, s, a, r, e);
    } else {
      e.emit(plain(form, d, s, a).to(r));
    }
    if (form.finite()) {
      r = finite(e, d, r);
    }
    if (form.relu()) {
      Computation.relu(e, d, r, to);
    } else {
      e.emit(Op.MOVE, Type.I16, to, Operand.register(r));
    }
  }

  private static void toBrain(Form form, PtxType s, Operand a, int d, PtxWriter e) {
    Operand wide;
    Rounding rounding = form.rounding();
    if (s == PtxType.F32) {
      wide = a;
      if (form.integral() || form.flush() || form.saturate()) {
        wide = e.value(Type.F32, plain(form, PtxType.F32, s, a));
      }
      // Integral values of at most 8 significant bits are exact in bf16.
      rounding = form.integral() ? Rounding.ZERO : rounding;
    } else {
      boolean exact = s == PtxType.F16 || s.isInteger() && s.bits() <= 16;
      boolean nearest = rounding == Rounding.NEAREST_EVEN || rounding == Rounding.NONE;
      PtxType from = s;
      Operand source = a;
      wide =
          exact || !nearest
              ? through(rounding, from, source, e)
              : Brains.odd(e, mode -> through(mode, from, source, e));
    }
    Brains.narrow(e, wide, rounding == Rounding.NONE ? Rounding.NEAREST_EVEN : rounding, d);
  }

  private static Operand through(Rounding mode, PtxType s, Operand a, PtxWriter e) {
    return e.value(Type.F32, plain(new Form(mode, Set.of()), PtxType.F32, s, a));
  }

  /** Replaces infinity by the largest finite number of the same sign. */
  private static int finite(PtxWriter e, PtxType d, int r) {
    Operand value = Operand.register(r);
    long infinity = d == PtxType.F16 ? 0x7C00 : 0x7F80;
    Operand magnitude = e.value(Op.AND, Type.I16, value, 0x7FFF);
    int p = e.temp(Type.I1);
    e.emit(
        InstructionBuilder.of(Op.COMPARE, Type.I16)
            .comparison(Comparison.EQ)
            .from(magnitude, Operand.immediate(infinity))
            .to(p));
    Operand below = e.value(Op.SUB, Type.I16, value, 1);
    int result = e.temp(Type.I16);
    e.emit(Op.SELECT, Type.I16, result, below, value, Operand.register(p));
    return result;
  }

  /** Decodes {@code cvt.rn.f16x2.f32 d, a, b}, which packs a into the upper half. */
  private static void packFloats(Form form, PtxType d, PtxType s, PtxWriter e) {
    e.expect(3);
    if (s != PtxType.F32 || form.saturate() || form.integral()) {
      throw e.error("no conversion from ." + s.shown() + " to ." + d.shown());
    }
    int[] halves = new int[2];
    for (int k = 0; k < 2; k++) {
      halves[k] = e.temp(Type.I16);
      Operand a = e.operand(2 - k, s);
      if (d == PtxType.F16X2 && !form.relu() && !form.finite()) {
        e.emit(plain(form, PtxType.F16, s, a).to(halves[k]));
      } else {
        toNarrow(form, d.part(), s, a, halves[k], e);
      }
    }
    Halves.pack(e, e.destination(0, d), halves[0], halves[1]);
  }

  /** Decodes {@code cvt.rna.tf32.f32 d, a}: an F32 with 13 low zeros; NaN is 0x7FFFFFFF. */
  private static void tensorFloat(Form form, Modifiers m, PtxWriter e) {
    PtxType s = m.type();
    m.done();
    e.expect(2);
    if (s != PtxType.F32 || form.flush() || form.saturate() || form.finite()) {
      throw e.error("'.tf32' is rounded by .rn, .rna or .rz from .f32, with .relu at most");
    }
    Operand a = e.operand(1, s);
    int d = e.destination(0, PtxType.B32);
    Operand cut = e.value(Op.AND, Type.I32, Brains.round(e, a, 13, form.rounding()), ~0x1FFF);
    Operand r = Brains.unless(e, Brains.isNan(e, a), cut, Operand.immediate(0x7FFFFFFF));
    if (form.relu()) {
      e.emit(
          InstructionBuilder.of(Op.MAX, Type.F32)
              .variant(Variant.NanRule.NAN_WINS)
              .from(r, Operand.immediate(0))
              .to(d));
    } else {
      e.emit(Op.MOVE, Type.I32, d, r);
    }
  }

  /** {@code cvt.pack.sat.s16.s32 d, a, b} and {@code cvt.pack.sat.u8.s32.b32 d, a, b, c}. */
  private static void pack(Modifiers m, PtxWriter e) {
    m.takeOne("sat");
    PtxType part = m.type();
    PtxType s = m.type();
    boolean bytes = part.bits() == 8;
    boolean more = bytes && m.typeOrNull() == PtxType.B32;
    m.done();
    e.expect(more ? 4 : 3);
    if (s != PtxType.S32 || part.bits() > 16 || !part.isInteger() || bytes != more) {
      throw e.error("'cvt.pack' goes from .s32 to .s16 or .u16, or to .s8 or .u8 with .b32");
    }
    int bits = part.bits();
    long lowest = part.signed() ? -(1L << bits - 1) : 0;
    long highest = part.signed() ? (1L << bits - 1) - 1 : (1L << bits) - 1;
    Operand[] ends = new Operand[2];
    for (int k = 0; k < 2; k++) {
      Operand above = clamp(e, Op.MAX, e.operand(2 - k, s), lowest);
      ends[k] = clamp(e, Op.MIN, above, highest);
    }
    Operand rest = more ? e.operand(3, PtxType.B32) : ZERO;
    Operand low = insert(e, ends[0], more ? shifted(e, rest) : ZERO, 0, bits);
    e.emit(
        InstructionBuilder.of(Op.MOVE, Type.I32)
            .from(insert(e, ends[1], low, bits, bits))
            .to(e.destination(0, PtxType.B32)));
  }

  private static Operand clamp(PtxWriter e, Op op, Operand a, long bound) {
    return e.value(
        Type.I32,
        InstructionBuilder.of(op, Type.I32).signed(true).from(a, Operand.immediate(bound)));
  }

  private static Operand shifted(PtxWriter e, Operand a) {
    return e.value(Op.SHL, Type.I32, a, 16);
  }

  private static Operand insert(PtxWriter e, Operand a, Operand into, int at, int bits) {
    return e.value(
        Op.BIT_FIELD_INSERT, Type.I32, a, into, Operand.immediate(at), Operand.immediate(bits));
  }
}
