package io.lockstep.frontend.ptx;

import io.lockstep.kernel.ir.Comparison;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;

/** The position of the n-th one of a mask (fns), by counting ones in halves. Stateless. */
final class BitSearch {
  private static final Operand ZERO = Operand.immediate(0);
  private static final Operand ALL = Operand.immediate(-1);

  private BitSearch() {}

  /** The decoder of an opcode's first field, or null. */
  static Decoder of(String base) {
    return switch (base) {
      case "fns" -> BitSearch::find;
      default -> null;
    };
  }

  /**
   * {@code fns.b32 d, mask, base, offset}: from bit {@code base} on, included, the {@code
   * offset}-th one upwards, for a negative offset downwards; for 0 the bit itself. All ones where
   * there is none.
   */
  private static void find(String base, Modifiers m, Emitter e) {
    PtxType t = m.type();
    m.done();
    e.expect(4);
    if (t != PtxType.B32) {
      throw e.error("'fns' takes .b32, found ." + t.shown());
    }
    Operand mask = e.operand(1, PtxType.B32);
    Operand start = e.operand(2, PtxType.U32);
    Operand offset = e.operand(3, PtxType.S32);
    // Downwards is upwards in the reversed word.
    Operand down = is(e, Comparison.LT, true, offset, ZERO);
    Operand itself = is(e, Comparison.EQ, false, offset, ZERO);
    Operand reversed = value(e, InstructionBuilder.of(Op.BIT_REVERSE, Type.I32).from(mask));
    Operand far = op(e, Op.SUB, Operand.immediate(31), start);
    Operand bits = Brains.unless(e, down, mask, reversed);
    Operand first = Brains.unless(e, down, start, far);
    // Shifts clamp: beyond bit 31 nothing is left.
    Operand from = op(e, Op.SHL, ALL, first);
    Operand only = op(e, Op.SHL, Operand.immediate(1), first);
    bits = op(e, Op.AND, bits, Brains.unless(e, itself, from, only));
    Operand wanted = value(e, InstructionBuilder.of(Op.ABS, Type.I32).signed(true).from(offset));
    wanted = Brains.unless(e, itself, wanted, Operand.immediate(1));
    Operand ones = value(e, InstructionBuilder.of(Op.POPCOUNT, Type.I32).from(bits));
    Operand none = is(e, Comparison.GT, false, wanted, ones);
    Operand at = ZERO;
    for (int width = 16; width > 0; width /= 2) {
      Operand part =
          value(
              e,
              InstructionBuilder.of(Op.BIT_FIELD_EXTRACT, Type.I32)
                  .from(bits, at, Operand.immediate(width)));
      Operand here = value(e, InstructionBuilder.of(Op.POPCOUNT, Type.I32).from(part));
      Operand beyond = is(e, Comparison.GT, false, wanted, here);
      Operand next = op(e, Op.ADD, at, Operand.immediate(width));
      Operand left = op(e, Op.SUB, wanted, here);
      at = Brains.unless(e, beyond, at, next);
      wanted = Brains.unless(e, beyond, wanted, left);
    }
    at = Brains.unless(e, down, at, op(e, Op.SUB, Operand.immediate(31), at));
    e.emit(
        InstructionBuilder.of(Op.SELECT, Type.I32)
            .from(ALL, at, none)
            .to(e.destination(0, PtxType.B32)));
  }

  private static Operand op(Emitter e, Op op, Operand a, Operand b) {
    return value(e, InstructionBuilder.of(op, Type.I32).from(a, b));
  }

  private static Operand value(Emitter e, InstructionBuilder b) {
    return Brains.value(e, b, Type.I32);
  }

  private static Operand is(Emitter e, Comparison c, boolean signed, Operand a, Operand b) {
    int p = e.temp(Type.I1);
    e.emit(
        InstructionBuilder.of(Op.COMPARE, Type.I32).comparison(c).signed(signed).from(a, b).to(p));
    return Operand.register(p);
  }
}
