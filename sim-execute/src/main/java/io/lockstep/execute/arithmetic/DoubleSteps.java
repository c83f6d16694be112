// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.number.Approximations;
import io.lockstep.execute.number.FloatOps;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Rounding;

/** Loops of 64-bit floating-point operations. Loops that round to nearest vectorise. */
public final class DoubleSteps {
  @FunctionalInterface
  private interface Function {
    double of(double a, double b, double c);
  }

  private DoubleSteps() {}

  /** Returns the loop of an instruction, or null if the operation is not supported here. */
  public static Loop of(Instruction in, double[] d, double[] a, double[] b, double[] c) {
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

  /** Returns a loop that rounds in software, or null. */
  private static Loop rounded(Instruction in, double[] d, double[] a, double[] b, double[] c) {
    Function f = rounded(in);
    return f == null
        ? null
        : (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = f.of(a[i], b[i], c[i]);
          }
        };
  }

  private static Function rounded(Instruction in) {
    Rounding mode = in.rounding();
    return switch (in.op()) {
      case ADD -> (a, b, c) -> FloatOps.add(a, b, mode);
      case SUB -> (a, b, c) -> FloatOps.add(a, -b, mode);
      case MUL -> (a, b, c) -> FloatOps.multiply(a, b, mode);
      case FMA -> (a, b, c) -> FloatOps.fma(a, b, c, mode);
      case MAD_UNFUSED -> (a, b, c) -> FloatOps.add(FloatOps.multiply(a, b, mode), c, mode);
      case DIV -> (a, b, c) -> FloatOps.divide(a, b, mode);
      case RCP -> (a, b, c) -> FloatOps.divide(1.0, a, mode);
      case SQRT -> (a, b, c) -> FloatOps.squareRoot(a, mode);
      case RSQRT -> (a, b, c) -> Approximations.reciprocalSquareRoot(a);
      default -> null;
    };
  }

  public static Loop saturate(double[] d) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.saturate(d[i]);
      }
    };
  }

  public static Loop test(int[] d, double[] a, Variant.FloatClass kind) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.test(a[i], Double.MIN_NORMAL, kind) ? 1 : 0;
      }
    };
  }
}
