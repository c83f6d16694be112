// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.arithmetic;

import io.lockstep.frontend.ptx.emit.Computation;
import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Rounding;
import java.util.function.Consumer;

public final class Products {
  private Products() {}

  public static Decoder of(String base) {
    return switch (base) {
      case "mul" -> Products::multiply;
      case "mad", "fma" -> Products::multiplyAdd;
      case "mul24", "mad24" -> Products::multiply24;
      default -> null;
    };
  }

  private static void multiply(String base, Modifiers m, PtxWriter e) {
    String part = m.takeAny("lo", "hi", "wide");
    Rounding rounding = m.rounding();
    boolean flush = m.take("ftz");
    boolean saturate = m.take("sat");
    PtxType t = m.type();
    m.done();
    if (t.isFloat() || t.isBrain()) {
      if (part != null) {
        throw e.error("'" + e.instruction().spelling() + "': floats have no ." + part);
      }
      Computation.compute(
          e, Op.MUL, t, b -> b.rounding(rounding).flush(flush).saturate(saturate), t, t);
      return;
    }
    Arithmetic.integral(rounding, flush, saturate, e);
    PtxType result = result(part, t, e);
    Computation.compute(
        e,
        part.equals("lo") ? Op.MUL : part.equals("hi") ? Op.MUL_HI : Op.MUL_WIDE,
        result,
        b -> b.signed(t.signed()).sourceType(t.type()),
        t,
        t);
  }

  /** Returns the type of a product's lo, hi or wide part. */
  private static PtxType result(String part, PtxType t, PtxWriter e) {
    if (part == null) {
      throw e.error("'" + e.instruction().spelling() + "' needs one of .lo, .hi, .wide");
    }
    if (!part.equals("wide")) {
      return t;
    }
    return switch (t) {
      case U16 -> PtxType.U32;
      case S16 -> PtxType.S32;
      case U32 -> PtxType.U64;
      case S32 -> PtxType.S64;
      default -> throw e.error("no type is twice as wide as ." + t.shown());
    };
  }

  private static void multiplyAdd(String base, Modifiers m, PtxWriter e) {
    String part = base.equals("mad") ? m.takeAny("lo", "hi", "wide") : null;
    if (part != null && m.take("cc")) {
      Carry.multiplyAdd(part, Carry.Link.FIRST, m, e);
      return;
    }
    Rounding rounding = m.rounding();
    boolean flush = m.take("ftz");
    boolean saturate = m.take("sat");
    boolean relu = m.take("relu");
    if (m.take("oob")) {
      throw e.unsupported("results of out-of-bounds loads of tensors (sm_100)");
    }
    PtxType t = m.type();
    m.done();
    if (t.isFloat() || t.isBrain()) {
      if (part != null || base.equals("mad") && t != PtxType.F32 && t != PtxType.F64) {
        throw e.error("'" + base + "' takes no ." + (part == null ? t.shown() : part) + " here");
      }
      // Compilers contract only in the default rounding; with a directed rounding, the program
      // requires the fused operation.
      Fusion fusion = rounding.isDirected() ? Fusion.REQUIRED : e.contraction;
      Consumer<InstructionBuilder> flags =
          b -> b.rounding(rounding).flush(flush).saturate(saturate).fusion(fusion);
      Computation.compute(e, Op.FMA, t, relu, flags, t, t, t);
      return;
    }
    if (base.equals("fma")) {
      throw e.error("'fma' takes a floating-point type, found ." + t.shown());
    }
    PtxType result = result(part, t, e);
    boolean high = "hi".equals(part) && t == PtxType.S32;
    Arithmetic.integral(rounding, flush || relu, saturate && !high, e);
    Computation.compute(
        e,
        part.equals("lo") ? Op.MAD : part.equals("hi") ? Op.MAD_HI : Op.MAD_WIDE,
        result,
        b -> b.signed(t.signed()).sourceType(t.type()).saturate(saturate),
        t,
        t,
        result);
  }

  private static void multiply24(String base, Modifiers m, PtxWriter e) {
    boolean high = m.takeOne("lo", "hi").equals("hi");
    boolean saturate = m.take("sat");
    PtxType t = m.type();
    m.done();
    if (t != PtxType.U32 && t != PtxType.S32) {
      throw e.error("'" + base + "' takes .u32 or .s32, found ." + t.shown());
    }
    Arithmetic.integral(Rounding.NONE, false, saturate && !(high && base.equals("mad24")), e);
    Consumer<InstructionBuilder> flags = b -> b.signed(t.signed()).saturate(saturate);
    if (base.equals("mul24")) {
      Computation.compute(e, high ? Op.MUL24_HI : Op.MUL24, t, flags, t, t);
    } else {
      Computation.compute(e, high ? Op.MAD24_HI : Op.MAD24, t, flags, t, t, t);
    }
  }
}
