// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.Constructs;
import io.lockstep.frontend.amdil.statement.Kind;
import io.lockstep.frontend.amdil.statement.ProgramSyntax;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Statement;
import io.lockstep.frontend.amdil.statement.StatementDecoder;
import io.lockstep.frontend.amdil.statement.StatementFields;
import io.lockstep.frontend.amdil.statement.Statements;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;

public final class Control {
  private Control() {}

  static void register(OperationSet t) {
    t.family("Control flow");
    conditional(
        t,
        "if",
        "the statements up to else or endif run where the condition holds",
        Constructs::branch);
    t.add(
        "ifc", 2, "if by _relop(eq, ne, lt, le, gt, ge) of two floats", relop(Constructs::branch));
    t.add(
        "else",
        0,
        "the statements up to endif run where the condition does not hold",
        (c, s) -> c.constructs.otherwise(s));
    t.add("endif", 0, "ends if", (c, s) -> c.constructs.endif(s));
    t.add(
        "whileloop",
        0,
        "endless loop up to endloop; break leaves it",
        (c, s) -> c.constructs.loop(s));
    t.add("endloop", 0, "ends whileloop", (c, s) -> c.constructs.endloop(s));
    t.add(
        "break",
        0,
        "leaves the innermost loop or switch",
        (c, s) -> c.e.close(c.constructs.breakTo(s)));
    conditional(
        t, "break", "break where the condition holds", (k, s, p) -> k.jump(p, k.breakTo(s)));
    t.add(
        "breakc",
        2,
        "break by _relop(…) of two floats",
        relop((k, s, p) -> k.jump(p, k.breakTo(s))));
    t.add(
        "continue",
        0,
        "goes on with the innermost loop's beginning",
        (c, s) -> c.e.close(c.constructs.continueTo(s)));
    conditional(
        t,
        "continue",
        "continue where the condition holds",
        (k, s, p) -> k.jump(p, k.continueTo(s)));
    t.add(
        "continuec",
        2,
        "continue by _relop(…) of two floats",
        relop((k, s, p) -> k.jump(p, k.continueTo(s))));
    t.add("switch", 1, "goes to the case of a value", (c, s) -> c.constructs.select(s));
    t.add("case", 1, "a value's statements; falls through", (c, s) -> c.constructs.label(s, true));
    t.add("default", 0, "statements of all other values", (c, s) -> c.constructs.label(s, false));
    t.add("endswitch", 0, "ends switch", (c, s) -> c.constructs.endswitch(s));
    t.add(
        "call",
        1,
        "runs a function (inlined)",
        (c, s) -> c.constructs.call(s, s.operands().get(0)));
    t.add("func", 1, "begins a function; stands after endmain", Control::structure);
    t.add("endfunc", 0, "ends a function", Control::structure);
    t.add(
        "ret",
        0,
        "leaves the function or the kernel",
        (c, s) -> c.e.close(c.constructs.returnTo()));
    t.add("ret_dyn", 0, "as ret", (c, s) -> c.e.close(c.constructs.returnTo()));
    conditional(t, "ret", "ret where the condition holds", (k, s, p) -> k.jump(p, k.returnTo()));
    conditional(
        t,
        "discard",
        "il_ps: ends the pixel without a result where the condition holds",
        Constructs::discard);
    t.add("endmain", 0, "ends the main program", Control::structure);
    t.add("end", 0, "ends the text", Control::structure);
    t.add("nop", 0, "nothing", (c, s) -> {});
  }

  /** Unreachable: the parser handles structural statements. */
  private static void structure(Statements c, Statement s) {
    throw new IllegalStateException(s.operation().name());
  }

  private interface Conditional {
    void decode(Constructs constructs, Statement s, int predicate);
  }

  /** Registers the forms _logicalnz (the condition is not 0) and _logicalz (the condition is 0). */
  private static void conditional(OperationSet t, String name, String meaning, Conditional f) {
    for (boolean zero : new boolean[] {false, true}) {
      t.add(
          name + (zero ? "_logicalz" : "_logicalnz"),
          1,
          meaning + (zero ? " (is 0)" : " (has a bit set)"),
          (c, s) -> {
            new StatementFields(c.e, s).done();
            int p = c.e.temp(Type.I1);
            c.e.emit(
                InstructionBuilder.of(Op.COMPARE, Type.I32)
                    .comparison(zero ? Comparison.EQ : Comparison.NE)
                    .to(p)
                    .from(
                        c.sources.first(s.operands().get(0), Kind.INTEGER), Operand.immediate(0)));
            f.decode(c.constructs, s, p);
          });
    }
  }

  private static StatementDecoder relop(Conditional f) {
    return (c, s) -> {
      StatementFields fields = new StatementFields(c.e, s);
      ProgramSyntax.Field field = fields.find("relop");
      if (field == null) {
        throw c.e.error("'" + s.operation().name() + "' needs '_relop(eq|ne|lt|le|gt|ge)'");
      }
      Comparison comparison =
          switch (String.join(",", field.arguments())) {
            case "eq" -> Comparison.EQ;
            case "ne" -> Comparison.NEU;
            case "lt" -> Comparison.LT;
            case "le" -> Comparison.LE;
            case "gt" -> Comparison.GT;
            case "ge" -> Comparison.GE;
            default ->
                throw c.e.error(
                    field.at(), "unknown '" + field.shown() + "'; valid: eq, ne, lt, le, gt, ge");
          };
      fields.done();
      int p = c.e.temp(Type.I1);
      c.e.emit(
          InstructionBuilder.of(Op.COMPARE, Type.F32)
              .comparison(comparison)
              .to(p)
              .from(
                  c.sources.first(s.operands().get(0), Kind.FLOAT),
                  c.sources.first(s.operands().get(1), Kind.FLOAT)));
      f.decode(c.constructs, s, p);
    };
  }
}
