// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Type;
import java.util.List;
import java.util.function.Consumer;

/**
 * Emits an operation in the types of its instruction: packed types by element, bf16 through F32,
 * with optional clamping at zero.
 */
public final class Computation {
  private Computation() {}

  public static void compute(
      PtxWriter e, Op op, PtxType t, Consumer<InstructionBuilder> flags, PtxType... sources) {
    e.expect(sources.length + 1);
    check(e, op, t);
    Packed.each(e, t, sources, (type, from, d) -> scalar(e, op, type, flags, from, d));
  }

  public static void scalar(
      PtxWriter e,
      Op op,
      PtxType type,
      Consumer<InstructionBuilder> flags,
      List<Operand> operands,
      int d) {
    if (type.isBrain() && op != Op.SELECT) {
      Brains.emit(e, op, flags, operands, d);
      return;
    }
    InstructionBuilder b = InstructionBuilder.of(op, type.type()).from(operands);
    flags.accept(b);
    e.emit(b.to(d));
  }

  public static void check(PtxWriter e, Op op, PtxType t) {
    boolean fits =
        switch (op) {
          case AND, OR, XOR, NOT -> t.isInteger() || t == PtxType.PRED;
          case REM,
              SAD,
              CNOT,
              BIT_REVERSE,
              PERMUTE_BYTES,
              BIT_FIELD_EXTRACT,
              BIT_FIELD_INSERT,
              FUNNEL_LEFT,
              FUNNEL_RIGHT,
              SHL,
              SHR ->
              t.isInteger();
          case COPY_SIGN -> t.isFloat();
          case SELECT, SELECT_SIGN -> t != PtxType.PRED;
          case ADD, MIN, MAX -> t != PtxType.PRED;
          default -> t.isInteger() || t.isFloat() || Brains.OPERATIONS.contains(op) && t.isBrain();
        };
    if (!fits || t.bits() == 8) {
      throw e.error("'" + e.instruction().opcode().text() + "' takes no ." + t.shown());
    }
  }

  /** Emits an operation; with {@code relu}, negative results become zero. */
  public static void compute(
      PtxWriter e,
      Op op,
      PtxType t,
      boolean relu,
      Consumer<InstructionBuilder> flags,
      PtxType... sources) {
    check(e, op, t);
    if (!relu) {
      compute(e, op, t, flags, sources);
      return;
    }
    if (t == PtxType.F32 || t == PtxType.F64) {
      throw e.error("'" + e.instruction().spelling() + "': .relu takes 16-bit types and .s32");
    }
    Packed.each(
        e,
        t,
        sources,
        (type, from, d) -> {
          int r = e.temp(held(type));
          scalar(e, op, type, flags, from, r);
          relu(e, type, r, d);
        });
  }

  /** Emits d = negative ? 0 : r; NaN becomes the canonical NaN. */
  public static void relu(PtxWriter e, PtxType type, int r, int d) {
    List<Operand> from = List.of(Operand.register(r), Operand.immediate(0));
    scalar(
        e, Op.MAX, type, b -> b.signed(type.signed()).variant(Variant.NanRule.NAN_WINS), from, d);
  }

  /** Returns the type of a temporary register for a result. */
  public static Type held(PtxType type) {
    return type.bits() == 16 ? Type.I16 : type.type();
  }
}
