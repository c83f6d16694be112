// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.arithmetic;

import io.lockstep.frontend.ptx.emit.Computation;
import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Rounding;
import java.util.Map;

/** Decodes integer and float arithmetic, including bit operations. */
public final class Arithmetic {
  private static final Map<String, Variant.FloatClass> TEST_KINDS =
      Map.of(
          "finite", Variant.FloatClass.FINITE,
          "infinite", Variant.FloatClass.INFINITE,
          "number", Variant.FloatClass.NUMBER,
          "notanumber", Variant.FloatClass.NOT_A_NUMBER,
          "normal", Variant.FloatClass.NORMAL,
          "subnormal", Variant.FloatClass.SUBNORMAL);
  private static final Map<String, Variant.Bytes> PERMUTES =
      Map.of(
          "f4e", Variant.Bytes.FORWARD_4,
          "b4e", Variant.Bytes.BACKWARD_4,
          "rc8", Variant.Bytes.REPLICATE_8,
          "ecl", Variant.Bytes.CLAMP_LEFT,
          "ecr", Variant.Bytes.CLAMP_RIGHT,
          "rc16", Variant.Bytes.REPLICATE_16);

  private Arithmetic() {}

  public static Decoder of(String base) {
    return switch (base) {
      case "add", "sub" -> Arithmetic::addSub;
      case "div" -> Arithmetic::divide;
      case "rem" -> (b, m, e) -> plain(Op.REM, 2, m, e);
      case "sad" -> (b, m, e) -> plain(Op.SAD, 3, m, e);
      case "abs", "neg" -> Arithmetic::sign;
      case "and" -> (b, m, e) -> plain(Op.AND, 2, m, e);
      case "or" -> (b, m, e) -> plain(Op.OR, 2, m, e);
      case "xor" -> (b, m, e) -> plain(Op.XOR, 2, m, e);
      case "not" -> (b, m, e) -> plain(Op.NOT, 1, m, e);
      case "cnot" -> (b, m, e) -> plain(Op.CNOT, 1, m, e);
      case "shl", "shr" -> Arithmetic::shift;
      case "shf" -> Arithmetic::funnel;
      case "bfe", "bfi" -> Arithmetic::bitField;
      case "brev" -> (b, m, e) -> plain(Op.BIT_REVERSE, 1, m, e);
      case "popc", "clz", "bfind" -> Arithmetic::count;
      case "prmt" -> Arithmetic::permute;
      case "lop3" -> Arithmetic::logic3;
      case "dp4a", "dp2a" -> Arithmetic::dot;
      case "rcp", "rsqrt", "sqrt", "sin", "cos", "ex2", "lg2", "tanh" -> Arithmetic::special;
      case "copysign" -> (b, m, e) -> plain(Op.COPY_SIGN, 2, m, e);
      case "testp" -> Arithmetic::testFloat;
      default -> null;
    };
  }

  /** Decodes an operation whose operands all have the type of the result. */
  private static void plain(Op op, int sources, Modifiers m, PtxWriter e) {
    PtxType t = m.type();
    m.done();
    PtxType[] types = new PtxType[sources];
    java.util.Arrays.fill(types, t);
    Computation.compute(e, op, t, b -> b.signed(t.signed()), types);
  }

  private static void addSub(String base, Modifiers m, PtxWriter e) {
    if (m.take("cc")) {
      Carry.addSub(base, Carry.Link.FIRST, m, e);
      return;
    }
    Rounding rounding = m.rounding();
    boolean flush = m.take("ftz");
    boolean saturate = m.take("sat");
    PtxType t = m.type();
    m.done();
    if (!t.isFloat() && !t.isBrain()) {
      integral(rounding, flush, saturate && t != PtxType.S32, e);
    }
    Op op = base.equals("add") ? Op.ADD : Op.SUB;
    Computation.compute(
        e,
        op,
        t,
        b -> b.signed(t.signed()).rounding(rounding).flush(flush).saturate(saturate),
        t,
        t);
  }

  /** Refuses modifiers that only floats have. */
  static void integral(Rounding rounding, boolean flush, boolean saturate, PtxWriter e) {
    if (rounding != Rounding.NONE || flush || saturate) {
      throw e.error(
          "'" + e.instruction().spelling() + "': integers are not rounded, flushed or saturated");
    }
  }

  private static void divide(String base, Modifiers m, PtxWriter e) {
    String form = m.takeAny("approx", "full");
    boolean approximate = form != null;
    // Only div.approx is undefined for divisors beyond 2^126.
    Variant divisor = "full".equals(form) ? Variant.Divisor.ANY : Variant.Divisor.NORMAL;
    Rounding rounding = m.rounding();
    boolean flush = m.take("ftz");
    PtxType t = m.type();
    m.done();
    if (t.part() == PtxType.F16 || t == PtxType.F64 && approximate) {
      throw e.error("'" + e.instruction().spelling() + "': .f16 has no division, .f64 no such");
    }
    if (t.isInteger()) {
      integral(rounding, flush || approximate, false, e);
    } else if (!approximate && rounding == Rounding.NONE) {
      throw e.error("'" + e.instruction().spelling() + "' needs .approx, .full or a rounding mode");
    }
    Computation.compute(
        e,
        Op.DIV,
        t,
        b ->
            b.signed(t.signed())
                .rounding(rounding)
                .flush(flush)
                .approximate(approximate)
                .variant(divisor),
        t,
        t);
  }

  private static void sign(String base, Modifiers m, PtxWriter e) {
    boolean flush = m.take("ftz");
    PtxType t = m.type();
    m.done();
    Computation.compute(
        e, base.equals("abs") ? Op.ABS : Op.NEG, t, b -> b.signed(t.signed()).flush(flush), t);
  }

  private static void shift(String base, Modifiers m, PtxWriter e) {
    PtxType t = m.type();
    m.done();
    Computation.compute(
        e, base.equals("shl") ? Op.SHL : Op.SHR, t, b -> b.signed(t.signed()), t, PtxType.U32);
  }

  private static void funnel(String base, Modifiers m, PtxWriter e) {
    boolean left = m.takeOne("l", "r").equals("l");
    boolean wrap = m.takeOne("wrap", "clamp").equals("wrap");
    PtxType t = m.type();
    m.done();
    Computation.compute(
        e, left ? Op.FUNNEL_LEFT : Op.FUNNEL_RIGHT, t, b -> b.wrap(wrap), t, t, PtxType.U32);
  }

  private static void bitField(String base, Modifiers m, PtxWriter e) {
    PtxType t = m.type();
    m.done();
    if (base.equals("bfe")) {
      Computation.compute(
          e, Op.BIT_FIELD_EXTRACT, t, b -> b.signed(t.signed()), t, PtxType.U32, PtxType.U32);
    } else {
      Computation.compute(e, Op.BIT_FIELD_INSERT, t, b -> {}, t, t, PtxType.U32, PtxType.U32);
    }
  }

  private static void count(String base, Modifiers m, PtxWriter e) {
    boolean shift = base.equals("bfind") && m.take("shiftamt");
    PtxType t = m.type();
    m.done();
    if (!t.isInteger() || t.bits() < 32) {
      throw e.error("'" + base + "' takes 32- or 64-bit integers, found ." + t.shown());
    }
    Op op =
        switch (base) {
          case "popc" -> Op.POPCOUNT;
          case "clz" -> Op.COUNT_LEADING_ZEROS;
          default -> shift ? Op.FIND_LEADING_SHIFT : Op.FIND_LEADING;
        };
    e.expect(2);
    e.emit(
        InstructionBuilder.of(op, t.type())
            .signed(t.signed())
            .from(e.operand(1, t))
            .to(e.destination(0, PtxType.U32)));
  }

  private static void permute(String base, Modifiers m, PtxWriter e) {
    PtxType t = m.type();
    String mode = m.takeAny("f4e", "b4e", "rc8", "ecl", "ecr", "rc16");
    m.done();
    Computation.compute(
        e,
        Op.PERMUTE_BYTES,
        t,
        b -> b.variant(mode == null ? Variant.Bytes.GENERIC : PERMUTES.get(mode)),
        t,
        t,
        t);
  }

  private static void logic3(String base, Modifiers m, PtxWriter e) {
    String combine = m.takeAny("or", "and");
    PtxType t = m.type();
    m.done();
    e.expect(combine == null ? 5 : 6);
    Computation.check(e, Op.FUNNEL_LEFT, t);
    Operand table = e.operand(4, PtxType.U32);
    if (table.isRegister() || table.bits() < 0 || table.bits() > 255) {
      throw e.error(
          e.argument(4),
          "the truth table of 'lop3' is a constant from 0 to 255, found "
              + PtxWriter.shown(e.argument(4)));
    }
    Argument first = e.argument(0);
    boolean pair = combine != null && first instanceof Syntax.Pair;
    int d = e.destination(pair ? ((Syntax.Pair) first).first() : first, t, false);
    if (d < 0) {
      d = e.temp(t.type());
    }
    e.emit(
        InstructionBuilder.of(Op.LOGIC3, t.type())
            .from(e.operand(1, t), e.operand(2, t), e.operand(3, t))
            .variant(new Variant.TruthTable((int) table.bits()))
            .to(d));
    if (combine == null) {
      return;
    }
    if (!pair) {
      throw e.error(first, "'" + e.instruction().spelling() + "' has two results, d|p");
    }
    int p = e.destination(((Syntax.Pair) first).second(), PtxType.PRED, false);
    if (p >= 0) {
      e.emit(
          InstructionBuilder.of(Op.COMPARE, t.type())
              .comparison(Comparison.NE)
              .combine(combine.equals("or") ? BoolOp.OR : BoolOp.AND)
              .from(Operand.register(d), Operand.immediate(0), e.operand(5, PtxType.PRED))
              .to(p));
    }
  }

  private static void dot(String base, Modifiers m, PtxWriter e) {
    boolean high = base.equals("dp2a") && m.takeOne("lo", "hi").equals("hi");
    PtxType a = m.type();
    PtxType b = m.type();
    m.done();
    if (!a.isInteger() || !b.isInteger() || a.bits() != 32 || b.bits() != 32) {
      throw e.error("'" + base + "' takes .u32 and .s32");
    }
    PtxType c = a.signed() || b.signed() ? PtxType.S32 : PtxType.U32;
    boolean bytes = base.equals("dp4a");
    Variant half = bytes ? null : high ? Variant.Half.UPPER : Variant.Half.LOWER;
    Computation.compute(
        e,
        bytes ? Op.DOT4 : Op.DOT2,
        c,
        i -> i.signed(a.signed()).sourceSigned(b.signed()).variant(half),
        a,
        b,
        c);
  }

  private static void special(String base, Modifiers m, PtxWriter e) {
    boolean approximate = m.take("approx");
    Rounding rounding = m.rounding();
    boolean flush = m.take("ftz");
    PtxType t = m.type();
    m.done();
    Op op =
        switch (base) {
          case "rcp" -> Op.RCP;
          case "rsqrt" -> Op.RSQRT;
          case "sqrt" -> Op.SQRT;
          case "sin" -> Op.SIN;
          case "cos" -> Op.COS;
          case "ex2" -> Op.EXP2;
          case "lg2" -> Op.LOG2;
          default -> Op.TANH;
        };
    if (!t.isFloat() && !t.isBrain()) {
      throw e.error("'" + base + "' takes a floating-point type, found ." + t.shown());
    }
    if (!approximate && rounding == Rounding.NONE) {
      throw e.error(
          "'"
              + e.instruction().spelling()
              + "' needs .approx"
              + (op == Op.RCP || op == Op.SQRT ? " or a rounding mode such as .rn" : ""));
    }
    Computation.compute(
        e, op, t, b -> b.rounding(rounding).flush(flush).approximate(approximate), t);
  }

  private static void testFloat(String base, Modifiers m, PtxWriter e) {
    String kind = m.takeOne("finite", "infinite", "number", "notanumber", "normal", "subnormal");
    PtxType t = m.type();
    m.done();
    e.expect(2);
    Computation.check(e, Op.COPY_SIGN, t);
    e.emit(
        InstructionBuilder.of(Op.TEST_FLOAT, t.type())
            .variant(TEST_KINDS.get(kind))
            .from(e.operand(1, t))
            .to(e.destination(0, PtxType.PRED)));
  }
}
