// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.lane.Step;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Type;
import java.util.List;

/** Compiles comparisons, and selections by their results, into steps. */
public final class ComparisonCompiler {
  private final RegisterFile registers;

  public ComparisonCompiler(RegisterFile registers) {
    this.registers = registers;
  }

  public void select(Instruction in, List<Step> out) {
    int[] p = predicate(in, out);
    int to = in.destinations().get(0);
    switch (in.type()) {
      case F32 ->
          out.add(
              MoveSteps.select(
                  registers.floatResult(to),
                  registers.floats(RegisterFile.source(in, 0), Type.F32),
                  registers.floats(RegisterFile.source(in, 1), Type.F32),
                  p));
      case F64 ->
          out.add(
              MoveSteps.select(
                  registers.doubleResult(to),
                  registers.doubles(RegisterFile.source(in, 0), Type.F64),
                  registers.doubles(RegisterFile.source(in, 1), Type.F64),
                  p));
      case I64, PTR ->
          out.add(
              MoveSteps.select(
                  registers.longResult(to),
                  registers.longs(RegisterFile.source(in, 0), in.type(), false),
                  registers.longs(RegisterFile.source(in, 1), in.type(), false),
                  p));
      default -> {
        Type type = in.type() == Type.F16 ? Type.I16 : in.type();
        out.add(
            MoveSteps.select(
                registers.intResult(to, type, false),
                registers.ints(RegisterFile.source(in, 0), type, false),
                registers.ints(RegisterFile.source(in, 1), type, false),
                p));
      }
    }
  }

  private int[] predicate(Instruction in, List<Step> out) {
    Operand c = RegisterFile.source(in, 2);
    if (in.op() == Op.SELECT) {
      return registers.ints(c, Type.I1, false);
    }
    int[] p = registers.newInts();
    if (in.sourceType() == Type.F32) {
      out.add(MoveSteps.positive(p, registers.floats(c, Type.F32)));
    } else {
      out.add(MoveSteps.positive(p, registers.ints(c, Type.I32, true)));
    }
    return p;
  }

  public void compare(Instruction in, List<Step> out) {
    Type type = in.sourceType();
    Operand x = RegisterFile.source(in, 0);
    Operand y = RegisterFile.source(in, 1);
    boolean set = in.op() == Op.COMPARE_SET;
    boolean direct = !set && in.combine() == BoolOp.NONE && in.destinations().size() == 1;
    int[] d =
        direct
            ? registers.intResult(in.destinations().get(0), Type.I1, false)
            : registers.newInts();
    out.add(comparison(in, type, d, x, y, out));
    if (direct) {
      return;
    }
    int[] p =
        in.combine() == BoolOp.NONE
            ? d
            : registers.ints(RegisterFile.source(in, 2), Type.I1, false);
    if (set) {
      int[] result = registers.newInts();
      out.add(CompareSteps.combine(in.combine(), result, d, 0, p));
      setResult(in, result, out);
      return;
    }
    for (int k = 0; k < in.destinations().size(); k++) {
      if (in.destinations().get(k) >= 0) {
        int[] to = registers.intResult(in.destinations().get(k), Type.I1, false);
        out.add(CompareSteps.combine(in.combine(), to, d, k, p));
      }
    }
  }

  private Step comparison(
      Instruction in, Type type, int[] d, Operand x, Operand y, List<Step> out) {
    switch (type) {
      case F32, F16:
        float[] a = registers.floats(x, type);
        float[] b = registers.floats(y, type);
        if (in.flush()) {
          a = FloatSteps.flushed(a, out);
          b = FloatSteps.flushed(b, out);
        }
        return CompareSteps.of(in.comparison(), d, a, b);
      case F64:
        return CompareSteps.of(
            in.comparison(), d, registers.doubles(x, type), registers.doubles(y, type));
      case I64, PTR:
        return CompareSteps.of(
            in.comparison(),
            in.signed(),
            d,
            registers.longs(x, type, in.signed()),
            registers.longs(y, type, in.signed()));
      default:
        return CompareSteps.of(
            in.comparison(),
            in.signed(),
            d,
            registers.ints(x, type, in.signed()),
            registers.ints(y, type, in.signed()));
    }
  }

  /** Stores the result of a comparison: all ones or 0 for integers, 1.0 or 0.0 for floats. */
  private void setResult(Instruction in, int[] condition, List<Step> out) {
    int to = in.destinations().get(0);
    if (in.type() == Type.F32) {
      float[] d = registers.floatResult(to);
      out.add(
          (Loop)
              (lo, hi) -> {
                for (int i = lo; i < hi; i++) {
                  d[i] = condition[i];
                }
              });
    } else {
      int[] d = registers.intResult(to, in.type(), true);
      out.add(
          (Loop)
              (lo, hi) -> {
                for (int i = lo; i < hi; i++) {
                  d[i] = -condition[i];
                }
              });
    }
  }
}
