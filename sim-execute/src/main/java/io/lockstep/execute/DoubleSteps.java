// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Rounding;
import io.lockstep.kernel.ir.Variant;

/** Loops of 64-bit floating-point operations. Loops that round to nearest vectorise. */
final class DoubleSteps {
  private DoubleSteps() {}

  /** Returns the loop of an instruction, or null if the operation is not supported here. */
  static Loop of(Instruction in, double[] d, double[] a, double[] b, double[] c) {
    boolean plain = FloatOps.isNearest(in.rounding());
    switch (in.op()) {
      case ADD:
        return plain ? add(d, a, b) : rounded(in, d, a, b, c);
      case SUB:
        return plain ? subtract(d, a, b) : rounded(in, d, a, b, c);
      case MUL:
        return plain ? multiply(d, a, b) : rounded(in, d, a, b, c);
      case FMA:
        return plain ? fma(d, a, b, c) : rounded(in, d, a, b, c);
      case MIN:
        if (in.is(Variant.NanRule.NAN_WINS)) {
          return minimumOrNan(d, a, b);
        }
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = FloatOps.minimum(a[i], b[i]);
          }
        };
      case MAX:
        if (in.is(Variant.NanRule.NAN_WINS)) {
          return maximumOrNan(d, a, b);
        }
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = FloatOps.maximum(a[i], b[i]);
          }
        };
      case ABS:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = Math.abs(a[i]);
          }
        };
      case NEG:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = -a[i];
          }
        };
      case COPY_SIGN:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = Math.copySign(b[i], a[i]);
          }
        };
      default:
        return rounded(in, d, a, b, c);
    }
  }

  private static Loop minimumOrNan(double[] d, double[] a, double[] b) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = Math.min(a[i], b[i]);
      }
    };
  }

  private static Loop maximumOrNan(double[] d, double[] a, double[] b) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = Math.max(a[i], b[i]);
      }
    };
  }

  private static Loop add(double[] d, double[] a, double[] b) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] + b[i];
      }
    };
  }

  private static Loop subtract(double[] d, double[] a, double[] b) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] - b[i];
      }
    };
  }

  private static Loop multiply(double[] d, double[] a, double[] b) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] * b[i];
      }
    };
  }

  private static Loop fma(double[] d, double[] a, double[] b, double[] c) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = Math.fma(a[i], b[i], c[i]);
      }
    };
  }

  /** Returns a loop that rounds in software; its cost exceeds that of the inner switch. */
  private static Loop rounded(Instruction in, double[] d, double[] a, double[] b, double[] c) {
    Op op = in.op();
    Rounding mode = in.rounding();
    return switch (op) {
      case ADD, SUB, MUL, FMA, MAD_UNFUSED, DIV, RCP, SQRT, RSQRT ->
          (lo, hi) -> {
            for (int i = lo; i < hi; i++) {
              d[i] = rounded(op, mode, a[i], b[i], c[i]);
            }
          };
      default -> null;
    };
  }

  private static double rounded(Op op, Rounding mode, double a, double b, double c) {
    return switch (op) {
      case ADD -> FloatOps.add(a, b, mode);
      case SUB -> FloatOps.add(a, -b, mode);
      case MUL -> FloatOps.multiply(a, b, mode);
      case FMA -> FloatOps.fma(a, b, c, mode);
      case MAD_UNFUSED -> FloatOps.add(FloatOps.multiply(a, b, mode), c, mode);
      case DIV -> FloatOps.divide(a, b, mode);
      case RCP -> FloatOps.divide(1.0, a, mode);
      case SQRT -> FloatOps.squareRoot(a, mode);
      default -> Approximations.reciprocalSquareRoot(a);
    };
  }

  static Loop saturate(double[] d) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.saturate(d[i]);
      }
    };
  }

  static Loop test(int[] d, double[] a, Variant.FloatClass kind) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.test(a[i], Double.MIN_NORMAL, kind) ? 1 : 0;
      }
    };
  }
}
