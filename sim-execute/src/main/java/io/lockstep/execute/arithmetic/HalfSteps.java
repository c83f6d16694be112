// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.number.Approximations;
import io.lockstep.execute.number.FloatOps;
import io.lockstep.execute.number.HalfFloats;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;

/**
 * Loops of 16-bit float operations: operands are widened, and results are rounded once. Sums and
 * products of two 11-bit significands are exact in 53 bits or rounded to odd, so the single
 * rounding is correct.
 */
public final class HalfSteps {
  /** An operation on one work-item's values. */
  @FunctionalInterface
  interface Function {
    int of(int a, int b, int c);
  }

  private HalfSteps() {}

  /** Returns the loop of an instruction, or null if the operation is not supported here. */
  public static Loop of(Instruction in, RegisterFile registers) {
    int n = in.sources().size();
    int[] a = source(in, registers, 0);
    int[] b = n > 1 ? source(in, registers, 1) : a;
    int[] c = n > 2 ? source(in, registers, 2) : a;
    int[] d = registers.intResult(in.destinations().get(0), Type.I16, false);
    Function f = function(in.op());
    if (f == null) {
      return null;
    }
    boolean flush = in.flush();
    boolean saturate = in.saturate();
    boolean nan = in.is(Variant.NanRule.NAN_WINS);
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        int r = f.of(flushed(a[i], flush), flushed(b[i], flush), flushed(c[i], flush));
        if (nan && (isNan(a[i]) || isNan(b[i]))) {
          r = HalfFloats.NAN;
        }
        d[i] = saturated(flushed(r, flush), saturate);
      }
    };
  }

  private static int[] source(Instruction in, RegisterFile registers, int k) {
    Operand operand = in.sources().get(k);
    return registers.ints(operand, Type.I16, false);
  }

  private static boolean isNan(int half) {
    return (half & 0x7FFF) > 0x7C00;
  }

  private static int flushed(int half, boolean flush) {
    return flush && (half & 0x7C00) == 0 ? half & 0x8000 : half;
  }

  private static int saturated(int half, boolean saturate) {
    return saturate
        ? HalfFloats.toHalf(FloatOps.saturate(HalfFloats.toFloat(half)), Rounding.NEAREST_EVEN)
        : half;
  }

  /** Returns the function of an operation; null if it is not supported. */
  static Function function(Op op) {
    return switch (op) {
      // sums and products of two halves are exact in 64 bits
      case ADD -> (a, b, c) -> rounded(wide(a) + wide(b));
      case SUB -> (a, b, c) -> rounded(wide(a) - wide(b));
      case MUL -> (a, b, c) -> rounded(wide(a) * wide(b));
      case FMA -> (a, b, c) -> HalfFloats.fma(a, b, c, Rounding.NEAREST_EVEN);
      case MIN -> (a, b, c) -> rounded(FloatOps.minimum(wide(a), wide(b)));
      case MAX -> (a, b, c) -> rounded(FloatOps.maximum(wide(a), wide(b)));
      case ABS -> (a, b, c) -> a & 0x7FFF;
      case NEG -> (a, b, c) -> a ^ 0x8000;
      case EXP2 -> (a, b, c) -> rounded(Approximations.exponential2((float) wide(a)));
      case TANH -> (a, b, c) -> rounded(Approximations.tangentHyperbolic((float) wide(a)));
      default -> null;
    };
  }

  private static double wide(int half) {
    return HalfFloats.toFloat(half);
  }

  private static int rounded(double value) {
    return HalfFloats.toHalf(value, Rounding.NEAREST_EVEN);
  }
}
