// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Rounding;
import io.lockstep.kernel.ir.Type;
import io.lockstep.kernel.ir.Variant;

/**
 * Loops of 16-bit float operations: operands are widened, and results are rounded once. Sums and
 * products of two 11-bit significands are exact in 53 bits or rounded to odd, so the single
 * rounding is correct.
 */
final class HalfSteps {
  private HalfSteps() {}

  /** Returns the loop of an instruction, or null if the operation is not supported here. */
  static Loop of(Instruction in, RegisterFile registers) {
    int n = in.sources().size();
    int[] a = source(in, registers, 0);
    int[] b = n > 1 ? source(in, registers, 1) : a;
    int[] c = n > 2 ? source(in, registers, 2) : a;
    int[] d = registers.intResult(in.destinations().get(0), Type.I16, false);
    Op op = in.op();
    boolean flush = in.flush();
    boolean saturate = in.saturate();
    boolean nan = in.is(Variant.NanRule.NAN_WINS);
    switch (op) {
      case ADD, SUB, MUL, FMA, MIN, MAX, ABS, NEG, EXP2, TANH:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            int r = compute(op, flushed(a[i], flush), flushed(b[i], flush), flushed(c[i], flush));
            if (nan && (isNan(a[i]) || isNan(b[i]))) {
              r = HalfFloats.NAN;
            }
            d[i] = saturated(flushed(r, flush), saturate);
          }
        };
      default:
        return null;
    }
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

  static int compute(Op op, int a, int b, int c) {
    Rounding mode = Rounding.NEAREST_EVEN;
    double x = HalfFloats.toFloat(a);
    double y = HalfFloats.toFloat(b);
    return switch (op) {
      case ADD -> HalfFloats.toHalf(FloatOps.sumToOdd(x, y), mode);
      case SUB -> HalfFloats.toHalf(FloatOps.sumToOdd(x, -y), mode);
      case MUL -> HalfFloats.toHalf(x * y, mode);
      case FMA -> HalfFloats.fma(a, b, c, mode);
      case MIN -> HalfFloats.toHalf(FloatOps.minimum(x, y), mode);
      case MAX -> HalfFloats.toHalf(FloatOps.maximum(x, y), mode);
      case ABS -> a & 0x7FFF;
      case NEG -> a ^ 0x8000;
      case EXP2 -> HalfFloats.toHalf(Approximations.exponential2((float) x), mode);
      default -> HalfFloats.toHalf(Approximations.tangentHyperbolic((float) x), mode);
    };
  }
}
