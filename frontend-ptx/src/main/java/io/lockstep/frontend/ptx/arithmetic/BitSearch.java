// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.arithmetic;

import io.lockstep.frontend.ptx.emit.Brains;
import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;

/** Decodes fns (position of the n-th set bit) by binary search with population counts. */
public final class BitSearch {
  private static final Operand ZERO = Operand.immediate(0);
  private static final Operand ALL = Operand.immediate(-1);

  private BitSearch() {}

  public static Decoder of(String base) {
    return switch (base) {
      case "fns" -> BitSearch::find;
      default -> null;
    };
  }

  /**
   * Emits {@code fns.b32 d, mask, base, offset}: the position of the {@code offset}-th set bit from
   * bit {@code base} upwards, inclusive; downwards for a negative offset. An offset of 0 tests only
   * bit {@code base}. The result is all ones if there is no such bit.
   */
  private static void find(String base, Modifiers m, PtxWriter e) {
    PtxType t = m.type();
    m.done();
    e.expect(4);
    if (t != PtxType.B32) {
      throw e.error("'fns' takes .b32, found ." + t.shown());
    }
    Operand mask = e.operand(1, PtxType.B32);
    Operand start = e.operand(2, PtxType.U32);
    Operand offset = e.operand(3, PtxType.S32);
    // A downward search is an upward search in the reversed word.
    Operand down = is(e, Comparison.LT, true, offset, ZERO);
    Operand itself = is(e, Comparison.EQ, false, offset, ZERO);
    Operand reversed = e.value(Op.BIT_REVERSE, Type.I32, mask);
    Operand far = e.value(Op.SUB, Type.I32, Operand.immediate(31), start);
    Operand bits = Brains.unless(e, down, mask, reversed);
    Operand first = Brains.unless(e, down, start, far);
    // Shifts clamp: beyond bit 31 the result is zero.
    Operand from = e.value(Op.SHL, Type.I32, ALL, first);
    Operand only = e.value(Op.SHL, Type.I32, Operand.immediate(1), first);
    bits = e.value(Op.AND, Type.I32, bits, Brains.unless(e, itself, from, only));
    Operand wanted =
        e.value(Type.I32, InstructionBuilder.of(Op.ABS, Type.I32).signed(true).from(offset));
    wanted = Brains.unless(e, itself, wanted, Operand.immediate(1));
    Operand ones = e.value(Op.POPCOUNT, Type.I32, bits);
    Operand none = is(e, Comparison.GT, false, wanted, ones);
    Operand at = ZERO;
    for (int width = 16; width > 0; width /= 2) {
      Operand part = e.value(Op.BIT_FIELD_EXTRACT, Type.I32, bits, at, Operand.immediate(width));
      Operand here = e.value(Op.POPCOUNT, Type.I32, part);
      Operand beyond = is(e, Comparison.GT, false, wanted, here);
      Operand next = e.value(Op.ADD, Type.I32, at, width);
      Operand left = e.value(Op.SUB, Type.I32, wanted, here);
      at = Brains.unless(e, beyond, at, next);
      wanted = Brains.unless(e, beyond, wanted, left);
    }
    at = Brains.unless(e, down, at, e.value(Op.SUB, Type.I32, Operand.immediate(31), at));
    e.emit(Op.SELECT, Type.I32, e.destination(0, PtxType.B32), ALL, at, none);
  }

  private static Operand is(PtxWriter e, Comparison c, boolean signed, Operand a, Operand b) {
    return e.value(
        Type.I1,
        InstructionBuilder.of(Op.COMPARE, Type.I32).comparison(c).signed(signed).from(a, b));
  }
}
