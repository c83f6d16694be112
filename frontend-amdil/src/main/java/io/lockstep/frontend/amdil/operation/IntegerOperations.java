// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.IlWriter;
import io.lockstep.frontend.amdil.statement.Kind;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;

/** Decodes componentwise integer arithmetic; results wrap. */
final class IntegerOperations {
  private IntegerOperations() {}

  static void register(OperationSet t) {
    t.family("Integer");
    simple(t, "iadd", 2, "a + b", Op.ADD, true);
    simple(t, "imul", 2, "low 32 bits of a · b", Op.MUL, true);
    simple(t, "umul", 2, "low 32 bits of a · b", Op.MUL, false);
    simple(t, "imul_high", 2, "high 32 bits of the signed a · b", Op.MUL_HI, true);
    simple(t, "umul_high", 2, "high 32 bits of the unsigned a · b", Op.MUL_HI, false);
    simple(t, "imad", 3, "a · b + c", Op.MAD, true);
    simple(t, "umad", 3, "a · b + c", Op.MAD, false);
    simple(t, "imul24", 2, "low 32 bits of a product of signed 24 bits", Op.MUL24, true);
    simple(t, "umul24", 2, "low 32 bits of a product of unsigned 24 bits", Op.MUL24, false);
    simple(t, "imad24", 3, "imul24 + c", Op.MAD24, true);
    simple(t, "umad24", 3, "umul24 + c", Op.MAD24, false);
    simple(t, "imin", 2, "the smaller, signed", Op.MIN, true);
    simple(t, "imax", 2, "the larger, signed", Op.MAX, true);
    simple(t, "umin", 2, "the smaller, unsigned", Op.MIN, false);
    simple(t, "umax", 2, "the larger, unsigned", Op.MAX, false);
    simple(t, "inegate", 1, "−a", Op.NEG, true);
    simple(t, "udiv", 2, "a / b, unsigned; all ones where b = 0", Op.DIV, false);
    t.add(
        "umod",
        "a mod b, unsigned; all ones where b = 0",
        Kind.INTEGER,
        (e, to, a) -> remainder(e, to, a[0], a[1]),
        Kind.INTEGER.times(2));
    compare(t, "ieq", "a = b: all ones, else 0", Comparison.EQ, false);
    compare(t, "ine", "a ≠ b: all ones, else 0", Comparison.NE, false);
    compare(t, "ilt", "a < b, signed: all ones, else 0", Comparison.LT, true);
    compare(t, "ige", "a ≥ b, signed: all ones, else 0", Comparison.GE, true);
    compare(t, "ult", "a < b, unsigned: all ones, else 0", Comparison.LT, false);
    compare(t, "uge", "a ≥ b, unsigned: all ones, else 0", Comparison.GE, false);
  }

  static void simple(
      OperationSet t, String name, int sources, String meaning, Op op, boolean signed) {
    t.add(
        name,
        meaning,
        Kind.INTEGER,
        (e, to, a) -> e.emit(InstructionBuilder.of(op, Type.I32).signed(signed).to(to).from(a)),
        Kind.INTEGER.times(sources));
  }

  /** Emits a remainder; by zero it is all ones in AMD IL, but the dividend in {@link Op#REM}. */
  private static void remainder(IlWriter e, int to, Operand a, Operand b) {
    Operand ones = Operand.immediate(0xFFFFFFFFL);
    if (!b.isRegister()) {
      if (b.bits() == 0) {
        e.move(to, ones);
      } else {
        e.emit(Op.REM, Type.I32, to, a, b);
      }
      return;
    }
    Operand r = e.value(Op.REM, Type.I32, a, b);
    Operand p = e.compare(Comparison.EQ, Type.I32, b, Operand.immediate(0));
    e.emit(Op.SELECT, Type.I32, to, ones, r, p);
  }

  private static void compare(
      OperationSet t, String name, String meaning, Comparison comparison, boolean signed) {
    t.add(
        name,
        meaning,
        Kind.INTEGER,
        (e, to, a) ->
            e.emit(
                InstructionBuilder.of(Op.COMPARE_SET, Type.I32)
                    .comparison(comparison)
                    .signed(signed)
                    .to(to)
                    .from(a)),
        Kind.INTEGER.times(2));
  }
}
