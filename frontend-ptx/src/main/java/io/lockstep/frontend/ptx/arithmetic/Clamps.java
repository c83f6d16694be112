// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.arithmetic;

import io.lockstep.frontend.ptx.emit.Computation;
import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.Packed;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Type;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Decodes minimum and maximum. */
public final class Clamps {
  private Clamps() {}

  public static Decoder of(String base) {
    return switch (base) {
      case "min", "max" -> Clamps::minMax;
      default -> null;
    };
  }

  private static void minMax(String base, Modifiers m, PtxWriter e) {
    boolean flush = m.take("ftz");
    boolean nan = m.take("NaN");
    boolean sign = m.take("xorsign");
    if (sign) {
      m.takeOne("abs");
    }
    boolean relu = m.take("relu");
    PtxType t = m.type();
    m.done();
    Op op = base.equals("min") ? Op.MIN : Op.MAX;
    if ((flush || nan || sign) && !t.isFloat() && !t.isBrain()) {
      throw e.error("'" + e.instruction().spelling() + "': only floats have .ftz, .NaN, .xorsign");
    }
    if (relu && t != PtxType.S32 && t != PtxType.S16X2) {
      throw e.error("'" + e.instruction().spelling() + "': .relu takes .s32 and .s16x2");
    }
    Consumer<InstructionBuilder> flags =
        b ->
            b.signed(t.part().signed())
                .flush(flush)
                .variant(nan ? Variant.NanRule.NAN_WINS : Variant.NanRule.NUMBER_WINS);
    PtxType[] sources = new PtxType[e.arguments() == 4 && t == PtxType.F32 ? 3 : 2];
    Arrays.fill(sources, t);
    Computation.check(e, op, t);
    if (sign) {
      Packed.each(e, t, sources, (type, from, d) -> signed(e, op, type, flags, from, d));
    } else if (sources.length == 3) {
      Packed.each(
          e,
          t,
          sources,
          (type, from, d) -> {
            int r = e.temp(type.type());
            Computation.scalar(e, op, type, flags, from.subList(0, 2), r);
            Computation.scalar(e, op, type, flags, List.of(Operand.register(r), from.get(2)), d);
          });
    } else {
      Computation.compute(e, op, t, relu, flags, sources);
    }
  }

  /** Emits .xorsign.abs: the smaller or larger magnitude with the sign of the product. */
  private static void signed(
      PtxWriter e,
      Op op,
      PtxType type,
      Consumer<InstructionBuilder> flags,
      List<Operand> from,
      int d) {
    Type bits = type.bits() == 16 ? Type.I16 : Type.I32;
    if (type.bits() > 32 || from.size() != 2) {
      throw e.error("'.xorsign' takes two operands of 16 or 32 bits");
    }
    long top = type.bits() == 16 ? (short) 0x8000 : Integer.MIN_VALUE;
    Operand[] magnitudes = new Operand[2];
    for (int k = 0; k < 2; k++) {
      magnitudes[k] = bitwise(e, Op.AND, bits, from.get(k), Operand.immediate(~top));
    }
    int r = e.temp(Computation.held(type));
    Computation.scalar(e, op, type, flags, List.of(magnitudes), r);
    Operand signs = bitwise(e, Op.XOR, bits, from.get(0), from.get(1));
    Operand sign = bitwise(e, Op.AND, bits, signs, Operand.immediate(top));
    e.emit(Op.OR, bits, d, Operand.register(r), sign);
  }

  private static Operand bitwise(PtxWriter e, Op op, Type bits, Operand a, Operand b) {
    return e.value(op, bits, a, b);
  }
}
