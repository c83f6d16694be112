// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.Kind;
import io.lockstep.frontend.amdil.statement.ProgramSyntax;
import io.lockstep.frontend.amdil.statement.SourceModifiers;
import io.lockstep.frontend.amdil.statement.StatementFields;
import io.lockstep.frontend.amdil.statement.Statements;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;

/**
 * Decodes reciprocals, roots, exponentials, logarithms, sine and cosine as approximate operations.
 * Forms with {@code _vec} are componentwise; the others read the source's fourth component and
 * write all components.
 */
final class Functions {
  private Functions() {}

  static void register(OperationSet t) {
    t.family("Functions");
    both(t, "rcp", "1 / a, a = 0 by _zeroop(infinity, the default; zero; fltmax)", Op.RCP, true);
    both(t, "rsq", "1 / √a, a = 0 by _zeroop as rcp", Op.RSQRT, true);
    both(t, "sqrt", "√a", Op.SQRT, false);
    both(t, "exp", "2 to the a", Op.EXP2, false);
    both(t, "log", "logarithm to the base 2", Op.LOG2, false);
    both(t, "sin", "sine, a in radians", Op.SIN, false);
    both(t, "cos", "cosine, a in radians", Op.COS, false);
    t.add(
        "lrp",
        "a · (b − c) + c, each step rounded",
        Kind.FLOAT,
        (e, to, a) ->
            e.emit(Op.MAD_UNFUSED, Type.F32, to, a[0], e.value(Op.SUB, Type.F32, a[1], a[2]), a[2]),
        Kind.FLOAT.times(3));
    t.add(
        "sgn",
        "−1, 0 or 1",
        Kind.FLOAT,
        (e, to, a) -> e.move(to, SourceModifiers.sign(e, a[0])),
        Kind.FLOAT);
  }

  private static void both(OperationSet t, String name, String meaning, Op op, boolean zeroes) {
    t.add(
        name + "_vec",
        2,
        meaning,
        (c, s) -> {
          StatementFields fields = new StatementFields(c.e, s);
          String zero = zeroes ? FloatOperations.zero(fields) : "infinity";
          fields.ignore("ieee");
          c.vector(
              s,
              fields,
              Kind.FLOAT,
              (e, to, a) -> FloatOperations.atZero(e, to, function(op), zero, a[0], a[0], a[0]),
              Kind.FLOAT);
        });
    t.add(
        name,
        2,
        meaning,
        (c, s) -> {
          StatementFields fields = new StatementFields(c.e, s);
          String zero = zeroes ? FloatOperations.zero(fields) : "infinity";
          fields.ignore("ieee");
          warn(c, s);
          c.broadcast(
              s,
              fields,
              Kind.FLOAT,
              from -> {
                int to = c.e.temp(Type.I32);
                Operand a = from[0][3];
                FloatOperations.atZero(c.e, to, function(op), zero, a, a, a);
                return Operand.register(to);
              },
              Kind.FLOAT);
        });
  }

  /** Warns of several source components in a form that reads one: probably a mistake. */
  private static void warn(Statements c, ProgramSyntax.Statement s) {
    if (s.operands().get(1) instanceof ProgramSyntax.Register r
        && (r.components() == null || r.components().chars().distinct().count() > 1)
        && !c.sources.isScalar(r)) {
      c.e.source.warn(
          s.at(),
          ("'%s' computes one value, from the fourth component of its source; '%s_vec' works"
                  + " by component")
              .formatted(s.operation().name(), s.operation().name()));
    }
  }

  private static InstructionBuilder function(Op op) {
    return InstructionBuilder.of(op, Type.F32).approximate(true);
  }
}
