// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.IlWriter;
import io.lockstep.frontend.amdil.statement.Kind;
import io.lockstep.frontend.amdil.statement.StatementFields;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;

/**
 * Decodes componentwise float arithmetic. {@code mad} rounds product and sum, as R700 and Evergreen
 * do; {@code fma} rounds once.
 */
final class FloatOperations {
  private static final Operand MAXIMUM =
      Operand.immediate(Float.floatToRawIntBits(Float.MAX_VALUE));

  private FloatOperations() {}

  static void register(OperationSet t) {
    t.family("Float");
    move(t);
    simple(t, "add", 2, "a + b", Op.ADD);
    simple(t, "sub", 2, "a − b", Op.SUB);
    simple(t, "mul", 2, "a · b (also mul_ieee)", Op.MUL);
    simple(t, "mad", 3, "a · b rounded, + c rounded (also mad_ieee)", Op.MAD_UNFUSED);
    simple(t, "fma", 3, "a · b + c with one rounding", Op.FMA);
    simple(t, "min", 2, "the smaller; the number where one is NaN", Op.MIN);
    simple(t, "max", 2, "the larger; the number where one is NaN", Op.MAX);
    simple(t, "abs", 1, "|a|", Op.ABS);
    division(t);
    dot(t);
    round(t, "round_nearest", "to the nearest integral value, ties to even", Rounding.NEAREST_EVEN);
    round(t, "rnd", "as round_nearest", Rounding.NEAREST_EVEN);
    round(t, "round_neginf", "to the next integral value below", Rounding.DOWN);
    round(t, "flr", "as round_neginf", Rounding.DOWN);
    round(t, "round_plusinf", "to the next integral value above", Rounding.UP);
    round(t, "round_posinf", "as round_plusinf", Rounding.UP);
    round(t, "round_z", "to the next integral value towards zero", Rounding.ZERO);
    round(t, "trc", "as round_z", Rounding.ZERO);
    t.add(
        "frc",
        "a − floor(a)",
        Kind.FLOAT,
        (e, to, a) -> {
          Operand floor = e.value(Type.F32, rounding(Rounding.DOWN).from(a[0]));
          e.emit(Op.SUB, Type.F32, to, a[0], floor);
        },
        Kind.FLOAT);
    t.add(
        "clamp",
        "min(max(a, b), c)",
        Kind.FLOAT,
        (e, to, a) -> e.emit(Op.MIN, Type.F32, to, e.value(Op.MAX, Type.F32, a[0], a[1]), a[2]),
        Kind.FLOAT.times(3));
    compare(t, "eq", "a = b: all ones, else 0", Comparison.EQ);
    compare(t, "ne", "a ≠ b (true where one is NaN): all ones, else 0", Comparison.NEU);
    compare(t, "lt", "a < b: all ones, else 0", Comparison.LT);
    compare(t, "ge", "a ≥ b: all ones, else 0", Comparison.GE);
  }

  private static void move(OperationSet t) {
    t.add("mov", "a", Kind.BITS, (e, to, a) -> e.move(to, a[0]), Kind.BITS);
    t.add(
        "cmov_logical",
        "a has a bit set ? b : c",
        Kind.BITS,
        (e, to, a) -> {
          Operand p = e.compare(Comparison.NE, Type.I32, a[0], Operand.immediate(0));
          e.emit(Op.SELECT, Type.I32, to, a[1], a[2], p);
        },
        Kind.INTEGER,
        Kind.BITS,
        Kind.BITS);
  }

  private static void simple(OperationSet t, String name, int sources, String meaning, Op op) {
    t.add(
        name,
        1 + sources,
        meaning,
        (c, s) -> {
          StatementFields fields = new StatementFields(c.e, s);
          fields.ignore("ieee");
          c.vector(
              s,
              fields,
              Kind.FLOAT,
              (e, to, a) ->
                  e.emit(
                      InstructionBuilder.of(op, Type.F32)
                          .fusion(op == Op.FMA ? Fusion.REQUIRED : Fusion.NONE)
                          .rounding(Rounding.NEAREST_EVEN)
                          .to(to)
                          .from(a)),
              Kind.FLOAT.times(sources));
        });
  }

  private static InstructionBuilder rounding(Rounding mode) {
    return InstructionBuilder.of(Op.CONVERT, Type.F32)
        .sourceType(Type.F32)
        .rounding(mode)
        .roundToIntegral(true);
  }

  private static void round(OperationSet t, String name, String meaning, Rounding mode) {
    t.add(
        name, meaning, Kind.FLOAT, (e, to, a) -> e.emit(rounding(mode).to(to).from(a)), Kind.FLOAT);
  }

  private static void compare(OperationSet t, String name, String meaning, Comparison comparison) {
    t.add(
        name,
        meaning,
        Kind.INTEGER,
        (e, to, a) ->
            e.emit(
                InstructionBuilder.of(Op.COMPARE_SET, Type.I32)
                    .sourceType(Type.F32)
                    .comparison(comparison)
                    .to(to)
                    .from(a)),
        Kind.FLOAT.times(2));
  }

  /** Returns the result of a division by zero, selected by {@code _zeroop}; default infinity. */
  static String zero(StatementFields fields) {
    return fields.choice("zeroop", "infinity", "zero", "fltmax", "inf_else_max");
  }

  private static void division(OperationSet t) {
    t.add(
        "div",
        3,
        "a / b, b = 0 by _zeroop(infinity, the default; inf_else_max; zero; fltmax)",
        (c, s) -> {
          StatementFields fields = new StatementFields(c.e, s);
          String zero = zero(fields);
          c.vector(
              s,
              fields,
              Kind.FLOAT,
              (e, to, a) -> {
                InstructionBuilder quotient =
                    InstructionBuilder.of(Op.DIV, Type.F32)
                        .approximate(true)
                        .variant(Variant.Divisor.ANY);
                atZero(e, to, quotient, zero, a[1], a[0], a);
              },
              Kind.FLOAT,
              Kind.FLOAT);
        });
  }

  /** Emits an operation whose result for a zero operand is selected by {@code _zeroop}. */
  static void atZero(
      IlWriter e,
      int to,
      InstructionBuilder b,
      String zero,
      Operand tested,
      Operand sign,
      Operand... from) {
    if (zero.startsWith("inf")) {
      e.emit(b.to(to).from(from));
      return;
    }
    Operand usual = e.value(Type.I32, b.from(from));
    Operand p = e.compare(Comparison.EQ, Type.F32, tested, Operand.immediate(0));
    Operand other = Operand.immediate(0);
    if (zero.equals("fltmax")) {
      // COPY_SIGN has the operand order of PTX: sign first, magnitude second.
      other = e.value(Op.COPY_SIGN, Type.F32, sign, MAXIMUM);
    }
    e.emit(Op.SELECT, Type.I32, to, other, usual, p);
  }

  private static void dot(OperationSet t) {
    for (int n = 2; n <= 4; n++) {
      int length = n;
      t.add(
          "dp" + n,
          3,
          "sum of "
              + n
              + " products from x on, each product and sum rounded, to all components (also _ieee)",
          (c, s) -> {
            StatementFields fields = new StatementFields(c.e, s);
            fields.ignore("ieee");
            c.broadcast(
                s, fields, Kind.FLOAT, from -> dot(c.e, length, from), Kind.FLOAT, Kind.FLOAT);
          });
    }
    t.add(
        "dp2add",
        4,
        "ax · bx + ay · by + cx to all components (also _ieee)",
        (c, s) -> {
          StatementFields fields = new StatementFields(c.e, s);
          fields.ignore("ieee");
          c.broadcast(
              s,
              fields,
              Kind.FLOAT,
              from -> c.e.value(Op.ADD, Type.F32, dot(c.e, 2, from), from[2][0]),
              Kind.FLOAT.times(3));
        });
  }

  static Operand dot(IlWriter e, int length, Operand[][] from) {
    Operand sum = e.value(Op.MUL, Type.F32, from[0][0], from[1][0]);
    for (int k = 1; k < length; k++) {
      sum = e.value(Op.MAD_UNFUSED, Type.F32, from[0][k], from[1][k], sum);
    }
    return sum;
  }
}
