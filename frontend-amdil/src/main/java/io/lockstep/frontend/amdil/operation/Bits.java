// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.IlWriter;
import io.lockstep.frontend.amdil.statement.Kind;
import io.lockstep.frontend.amdil.statement.ProgramSyntax;
import io.lockstep.frontend.amdil.statement.Statements;
import io.lockstep.kernel.analysis.LogicFormula;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Type;

/** Decodes bitwise logic, shifts (amounts modulo 32, as on hardware), bit fields, searches. */
final class Bits {
  private static final Variant SELECT = new Variant.TruthTable(LogicFormula.SELECT);

  private Bits() {}

  static void register(OperationSet t) {
    t.family("Bits");
    IntegerOperations.simple(t, "iand", 2, "a and b", Op.AND, false);
    IntegerOperations.simple(t, "and", 2, "as iand", Op.AND, false);
    IntegerOperations.simple(t, "ior", 2, "a or b", Op.OR, false);
    IntegerOperations.simple(t, "ixor", 2, "a exclusive-or b", Op.XOR, false);
    IntegerOperations.simple(t, "inot", 1, "not a", Op.NOT, false);
    shift(t, "ishl", "a shifted left by b mod 32", Op.SHL, false);
    shift(t, "ishr", "a shifted right by b mod 32, sign filled", Op.SHR, true);
    shift(t, "ushr", "a shifted right by b mod 32, zero filled", Op.SHR, false);
    by(t, "icbits", 1, "number of ones", (e, to, a) -> e.emit(Op.POPCOUNT, Type.I32, to, a));
    first(t);
    by(
        t,
        "ubit_reverse",
        1,
        "bits in reverse order",
        (e, to, a) -> e.emit(Op.BIT_REVERSE, Type.I32, to, a));
    extract(t, "ibit_extract", "c's field of a bits at bit b, sign extended", true);
    extract(t, "ubit_extract", "c's field of a bits at bit b, zero extended", false);
    by(
        t,
        "ubit_insert",
        4,
        "d with its field of a bits at bit b replaced by c's low bits",
        (e, to, a) ->
            e.emit(Op.BIT_FIELD_INSERT, Type.I32, to, a[2], a[3], low(e, a[1]), low(e, a[0])));
    by(
        t,
        "bfi",
        3,
        "(a and b) or (not a and c)",
        (e, to, a) ->
            e.emit(InstructionBuilder.of(Op.LOGIC3, Type.I32).variant(SELECT).to(to).from(a)));
    by(
        t,
        "bitalign",
        3,
        "low 32 bits of (a, b) shifted right by c mod 32",
        (e, to, a) -> align(e, to, a[0], a[1], a[2]));
    by(
        t,
        "bytealign",
        3,
        "low 32 bits of (a, b) shifted right by 8 · (c mod 4)",
        (e, to, a) ->
            align(
                e,
                to,
                a[0],
                a[1],
                a[2].isRegister()
                    ? e.value(Op.SHL, Type.I32, a[2], Operand.immediate(3))
                    : Operand.immediate(a[2].bits() << 3 & 31)));
  }

  private static void by(
      OperationSet t, String name, int sources, String meaning, Statements.Component what) {
    t.add(name, meaning, Kind.INTEGER, what, Kind.INTEGER.times(sources));
  }

  private static Operand low(IlWriter e, Operand a) {
    return a.isRegister()
        ? e.value(Op.AND, Type.I32, a, Operand.immediate(31))
        : Operand.immediate(a.bits() & 31);
  }

  private static void shift(OperationSet t, String name, String meaning, Op op, boolean signed) {
    by(
        t,
        name,
        2,
        meaning,
        (e, to, a) ->
            e.emit(
                InstructionBuilder.of(op, Type.I32)
                    .signed(signed)
                    .to(to)
                    .from(a[0], low(e, a[1]))));
  }

  private static void extract(OperationSet t, String name, String meaning, boolean signed) {
    by(
        t,
        name,
        3,
        meaning,
        (e, to, a) ->
            e.emit(
                InstructionBuilder.of(Op.BIT_FIELD_EXTRACT, Type.I32)
                    .signed(signed)
                    .to(to)
                    .from(a[2], low(e, a[1]), low(e, a[0]))));
  }

  private static void align(IlWriter e, int to, Operand high, Operand low, Operand amount) {
    e.emit(
        InstructionBuilder.of(Op.FUNNEL_RIGHT, Type.I32).wrap(true).to(to).from(low, high, amount));
  }

  /** Registers the find-first-bit operations (ffb_hi and others), also written ffb(hi). */
  private static void first(OperationSet t) {
    by(
        t,
        "ffb_hi",
        1,
        "place of the leading one counted from bit 31; all ones where there is none",
        (e, to, a) -> leading(e, to, a[0], false));
    by(
        t,
        "ffb_shi",
        1,
        "place of the leading bit that is not the sign, from bit 31; all ones where there is none",
        (e, to, a) -> leading(e, to, a[0], true));
    by(
        t,
        "ffb_lo",
        1,
        "place of the last one counted from bit 0; all ones where there is none",
        (e, to, a) -> leading(e, to, e.value(Op.BIT_REVERSE, Type.I32, a[0]), false));
    t.add(
        "ffb",
        2,
        "ffb(hi), ffb(lo), ffb(shi): as ffb_hi, ffb_lo, ffb_shi",
        (c, s) -> {
          String which = String.join(",", s.arguments());
          if (!which.matches("hi|lo|shi")) {
            throw c.e.error("expected ffb(hi), ffb(lo) or ffb(shi), found ffb(" + which + ")");
          }
          String same = "ffb_" + which;
          t.decoder(same)
              .decode(
                  c,
                  new ProgramSyntax.Statement(
                      s.at(),
                      t.named(same),
                      java.util.List.of(),
                      s.fields(),
                      s.operands(),
                      s.text()));
        });
  }

  private static void leading(IlWriter e, int to, Operand a, boolean signed) {
    e.emit(InstructionBuilder.of(Op.FIND_LEADING_SHIFT, Type.I32).signed(signed).to(to).from(a));
  }
}
