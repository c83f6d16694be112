// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.arithmetic;

import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;

/** Decodes extension from a number of bits (szext) and masks of consecutive ones (bmsk). */
public final class BitRuns {
  private BitRuns() {}

  public static Decoder of(String base) {
    return switch (base) {
      case "szext" -> BitRuns::extend;
      case "bmsk" -> BitRuns::mask;
      default -> null;
    };
  }

  private static void extend(String base, Modifiers m, PtxWriter e) {
    boolean wrap = m.takeOne("wrap", "clamp").equals("wrap");
    PtxType t = word(base, m, e);
    e.expect(3);
    Operand a = e.operand(1, t);
    Operand bits = limited(e, e.operand(2, PtxType.U32), wrap);
    e.emit(
        InstructionBuilder.of(Op.BIT_FIELD_EXTRACT, t.type())
            .signed(t.signed())
            .from(a, Operand.immediate(0), bits)
            .to(e.destination(0, t)));
  }

  private static void mask(String base, Modifiers m, PtxWriter e) {
    boolean wrap = m.takeOne("wrap", "clamp").equals("wrap");
    PtxType t = word(base, m, e);
    e.expect(3);
    Operand at = limited(e, e.operand(1, PtxType.U32), wrap);
    Operand bits = limited(e, e.operand(2, PtxType.U32), wrap);
    e.emit(
        Op.BIT_FIELD_INSERT,
        t.type(),
        e.destination(0, t),
        Operand.immediate(-1),
        Operand.immediate(0),
        at,
        bits);
  }

  private static PtxType word(String base, Modifiers m, PtxWriter e) {
    PtxType t = m.type();
    m.done();
    if (!t.isInteger() || t.bits() != 32) {
      throw e.error("'" + base + "' takes 32-bit integers, found ." + t.shown());
    }
    return t;
  }

  /** Returns a bit count, taken modulo 32 ({@code wrap}) or limited to 32. */
  private static Operand limited(PtxWriter e, Operand value, boolean wrap) {
    int t = e.temp(Type.I32);
    e.emit(wrap ? Op.AND : Op.MIN, Type.I32, t, value, Operand.immediate(wrap ? 31 : 32));
    return Operand.register(t);
  }
}
