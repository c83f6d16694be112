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

/** Decodes vabsdiff2 and vabsdiff4, which nvcc emits for __vabsdiff4, __vsadu2 and others. */
public final class Bytes {
  private Bytes() {}

  public static Decoder of(String base) {
    return switch (base) {
      case "vabsdiff4", "vabsdiff2" -> Bytes::difference;
      default -> null;
    };
  }

  /** Emits d = |a - b| for each part or, with .add, the sum of the differences and c. */
  private static void difference(String base, Modifiers m, PtxWriter e) {
    boolean sum = m.take("add");
    if (m.take("sat")) {
      throw e.unsupported("video instructions that saturate");
    }
    PtxType d = m.type();
    PtxType a = m.type();
    PtxType b = m.type();
    m.done();
    e.expect(4);
    for (PtxType t : new PtxType[] {d, a, b}) {
      if (t != PtxType.U32 && t != PtxType.S32) {
        throw e.error("'" + base + "' takes .u32 and .s32, found ." + t.shown());
      }
    }
    Operand left = e.operand(1, a);
    Operand right = e.operand(2, b);
    Operand c = e.operand(3, d);
    Operand result = sum ? c : Operand.immediate(0);
    int bits = base.endsWith("2") ? 16 : 8;
    for (int k = 0; k < 32 / bits; k++) {
      Operand x = part(e, left, k, bits, a.signed());
      Operand y = part(e, right, k, bits, b.signed());
      int t = e.temp(Type.I32);
      // Extended parts are small, so a signed difference is right for unsigned parts too.
      e.emit(
          InstructionBuilder.of(Op.SAD, Type.I32)
              .signed(true)
              .from(x, y, sum ? result : Operand.immediate(0))
              .to(t));
      result = sum ? Operand.register(t) : insert(e, Operand.register(t), result, k, bits);
    }
    e.emit(Op.MOVE, Type.I32, e.destination(0, d), result);
  }

  private static Operand part(PtxWriter e, Operand whole, int k, int bits, boolean signed) {
    return e.value(
        Type.I32,
        InstructionBuilder.of(Op.BIT_FIELD_EXTRACT, Type.I32)
            .signed(signed)
            .from(whole, Operand.immediate((long) bits * k), Operand.immediate(bits)));
  }

  private static Operand insert(PtxWriter e, Operand value, Operand into, int k, int bits) {
    return e.value(
        Op.BIT_FIELD_INSERT,
        Type.I32,
        value,
        into,
        Operand.immediate((long) bits * k),
        Operand.immediate(bits));
  }
}
