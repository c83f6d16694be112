// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import io.lockstep.frontend.amdil.statement.ProgramSyntax.Field;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;

public final class SourceModifiers {
  private static final Operand ONE = Operand.immediate(0x3F800000);
  private static final Operand MINUS_ONE = Operand.immediate(0xBF800000L);

  private final IlWriter e;

  SourceModifiers(IlWriter e) {
    this.e = e;
  }

  /** Applies a modifier to an operand's values; null values are skipped. */
  void apply(Field f, Kind kind, Operand[] values) {
    boolean integer = kind == Kind.INTEGER;
    boolean negate = f.name().equals("neg");
    if (!negate && !f.arguments().isEmpty()) {
      throw e.error(f.at(), "'_" + f.name() + "' takes no parentheses");
    }
    if (integer && !negate) {
      throw e.error(
          f.at(),
          "'_" + f.name() + "' is for floats, '" + operation() + "' computes with integers");
    }
    boolean[] chosen = negate ? negated(f) : new boolean[] {true, true, true, true};
    Operand[] before = values.clone();
    for (int p = 0; p < 4; p++) {
      if (values[p] == null || !chosen[p]) {
        continue;
      }
      // Equal components are computed once.
      for (int q = 0; q < p; q++) {
        if (chosen[q] && before[p].equals(before[q])) {
          values[p] = values[q];
        }
      }
      if (values[p] == before[p]) {
        values[p] = integer ? integerNegated(before[p]) : modified(f, before[p]);
      }
    }
  }

  private String operation() {
    return e.statement().operation().name();
  }

  private boolean[] negated(Field f) {
    boolean[] chosen = new boolean[4];
    String letters = f.arguments().isEmpty() ? "xyzw" : String.join("", f.arguments());
    for (char c : letters.toCharArray()) {
      int k = "xyzw".indexOf(c);
      if (k < 0) {
        throw e.error(f.at(), "'_neg' names components x, y, z, w, found '" + f.shown() + "'");
      }
      chosen[k] = true;
    }
    return chosen;
  }

  private Operand integerNegated(Operand a) {
    return a.isRegister()
        ? e.value(Op.NEG, Type.I32, a)
        : Operand.immediate(-(int) a.bits() & 0xFFFFFFFFL);
  }

  private Operand modified(Field f, Operand a) {
    Operand half = Operand.immediate(Float.floatToRawIntBits(0.5f));
    Operand two = Operand.immediate(Float.floatToRawIntBits(2f));
    return switch (f.name()) {
      case "neg" ->
          a.isRegister() ? e.value(Op.NEG, Type.F32, a) : Operand.immediate(a.bits() ^ 0x80000000L);
      case "abs" ->
          a.isRegister() ? e.value(Op.ABS, Type.F32, a) : Operand.immediate(a.bits() & 0x7FFFFFFFL);
      case "sat" ->
          e.value(Type.F32, InstructionBuilder.of(Op.CONVERT, Type.F32).saturate(true).from(a));
      case "invert" -> e.value(Op.SUB, Type.F32, ONE, a);
      case "bias" -> e.value(Op.SUB, Type.F32, a, half);
      case "x2" -> e.value(Op.MUL, Type.F32, a, two);
      case "bx2" -> e.value(Op.MUL, Type.F32, e.value(Op.SUB, Type.F32, a, half), two);
      case "sign" -> sign(e, a);
      default ->
          throw e.error(
              f.at(),
              "unknown modifier '"
                  + f.shown()
                  + "' of a source; valid: _neg(xyzw), _abs, _sat, _invert, _bias, _x2, _bx2, _sign");
    };
  }

  /** Emits the sign of a float: −1, 0 or 1; 0 for NaN. */
  public static Operand sign(IlWriter e, Operand a) {
    Operand zero = Operand.immediate(0);
    Operand positive = select(e, Comparison.GT, a, ONE, zero);
    return select(e, Comparison.LT, a, MINUS_ONE, positive);
  }

  private static Operand select(
      IlWriter e, Comparison comparison, Operand a, Operand yes, Operand no) {
    Operand p = e.compare(comparison, Type.F32, a, Operand.immediate(0));
    return e.value(Op.SELECT, Type.I32, yes, no, p);
  }
}
