// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.number.Approximations;
import io.lockstep.execute.number.FloatOps;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Rounding;
import java.util.List;

/**
 * Loops of 32-bit floating-point operations; the JIT compiler vectorises loops that round to
 * nearest without flushing.
 */
public final class FloatSteps {
  private FloatSteps() {}

  /** Returns the loop of an instruction, or null if the operation is not supported here. */
  public static Loop of(Instruction in, float[] d, float[] a, float[] b, float[] c) {
    Rounding mode = in.rounding();
    boolean f = in.flush();
    boolean plain = FloatOps.isNearest(mode) && !in.flush();
    switch (in.op()) {
      case ADD:
        return plain ? add(d, a, b) : addRounded(d, a, b, mode, in.flush());
      case SUB:
        return plain ? subtract(d, a, b) : subtractRounded(d, a, b, mode, in.flush());
      case MUL:
        return plain ? multiply(d, a, b) : multiplyRounded(d, a, b, mode, in.flush());
      case FMA:
        return plain ? fma(d, a, b, c) : fmaRounded(d, a, b, c, mode, in.flush());
      case MAD_UNFUSED:
        return madUnfused(d, a, b, c, mode, in.flush());
      case DIV:
        return divide(in, d, a, b);
      case MIN:
        if (in.is(Variant.NanRule.NAN_WINS)) {
          return minimumOrNan(d, a, b, f);
        }
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = FloatOps.minimum(FloatOps.flush(a[i], f), FloatOps.flush(b[i], f));
          }
        };
      case MAX:
        if (in.is(Variant.NanRule.NAN_WINS)) {
          return maximumOrNan(d, a, b, f);
        }
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = FloatOps.maximum(FloatOps.flush(a[i], f), FloatOps.flush(b[i], f));
          }
        };
      case ABS:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = Math.abs(FloatOps.flush(a[i], f));
          }
        };
      case NEG:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = -FloatOps.flush(a[i], f);
          }
        };
      case COPY_SIGN:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = Math.copySign(b[i], a[i]);
          }
        };
      default:
        return special(in, d, a);
    }
  }

  private static Loop minimumOrNan(float[] d, float[] a, float[] b, boolean f) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = Math.min(FloatOps.flush(a[i], f), FloatOps.flush(b[i], f));
      }
    };
  }

  private static Loop maximumOrNan(float[] d, float[] a, float[] b, boolean f) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = Math.max(FloatOps.flush(a[i], f), FloatOps.flush(b[i], f));
      }
    };
  }

  private static Loop add(float[] d, float[] a, float[] b) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] + b[i];
      }
    };
  }

  private static Loop subtract(float[] d, float[] a, float[] b) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] - b[i];
      }
    };
  }

  private static Loop multiply(float[] d, float[] a, float[] b) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] * b[i];
      }
    };
  }

  private static Loop fma(float[] d, float[] a, float[] b, float[] c) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = Math.fma(a[i], b[i], c[i]);
      }
    };
  }

  private static Loop addRounded(float[] d, float[] a, float[] b, Rounding mode, boolean f) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] =
            FloatOps.flush(FloatOps.add(FloatOps.flush(a[i], f), FloatOps.flush(b[i], f), mode), f);
      }
    };
  }

  private static Loop subtractRounded(float[] d, float[] a, float[] b, Rounding mode, boolean f) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] =
            FloatOps.flush(
                FloatOps.add(FloatOps.flush(a[i], f), -FloatOps.flush(b[i], f), mode), f);
      }
    };
  }

  private static Loop multiplyRounded(float[] d, float[] a, float[] b, Rounding mode, boolean f) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] =
            FloatOps.flush(
                FloatOps.multiply(FloatOps.flush(a[i], f), FloatOps.flush(b[i], f), mode), f);
      }
    };
  }

  private static Loop fmaRounded(
      float[] d, float[] a, float[] b, float[] c, Rounding mode, boolean f) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] =
            FloatOps.flush(
                FloatOps.fma(
                    FloatOps.flush(a[i], f),
                    FloatOps.flush(b[i], f),
                    FloatOps.flush(c[i], f),
                    mode),
                f);
      }
    };
  }

  private static Loop madUnfused(
      float[] d, float[] a, float[] b, float[] c, Rounding mode, boolean f) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        float product =
            FloatOps.flush(
                FloatOps.multiply(FloatOps.flush(a[i], f), FloatOps.flush(b[i], f), mode), f);
        d[i] = FloatOps.flush(FloatOps.add(product, FloatOps.flush(c[i], f), mode), f);
      }
    };
  }

  private static Loop divide(Instruction in, float[] d, float[] a, float[] b) {
    boolean f = in.flush();
    if (in.approximate()) {
      boolean full = in.is(Variant.Divisor.ANY);
      return (lo, hi) -> {
        for (int i = lo; i < hi; i++) {
          d[i] =
              FloatOps.flush(
                  Approximations.divide(FloatOps.flush(a[i], f), FloatOps.flush(b[i], f), full), f);
        }
      };
    }
    Rounding mode = in.rounding();
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] =
            FloatOps.flush(
                FloatOps.divide(FloatOps.flush(a[i], f), FloatOps.flush(b[i], f), mode), f);
      }
    };
  }

  private static Loop special(Instruction in, float[] d, float[] a) {
    boolean f = in.flush();
    boolean nearest = in.approximate() || FloatOps.isNearest(in.rounding());
    switch (in.op()) {
      case RCP:
        if (nearest && !f) {
          return reciprocal(d, a);
        }
        break;
      case SQRT:
        if (nearest && !f) {
          return squareRoot(d, a);
        }
        break;
      case RSQRT:
        return SeriesSteps.reciprocalSquareRoot(d, a, f);
      case EXP2:
        return SeriesSteps.exponential2(d, a, f);
      case LOG2:
        return SeriesSteps.logarithm2(d, a, f);
      default:
        break;
    }
    SeriesSteps.Function function = function(in);
    return function == null
        ? null
        : (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = FloatOps.flush(function.of(FloatOps.flush(a[i], f)), f);
          }
        };
  }

  /** Returns the loop for 1 / a; rounding the quotient of doubles to a float gives the same. */
  private static Loop reciprocal(float[] d, float[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = 1f / a[i];
      }
    };
  }

  private static Loop squareRoot(float[] d, float[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (float) Math.sqrt(a[i]);
      }
    };
  }

  /**
   * Returns the function of an operation with one operand; null if it is not supported. Such
   * functions are so slow that their call does not matter.
   */
  private static SeriesSteps.Function function(Instruction in) {
    Rounding mode = in.rounding();
    return switch (in.op()) {
      case RCP -> in.approximate() ? Approximations::reciprocal : x -> FloatOps.divide(1f, x, mode);
      case SQRT ->
          in.approximate() ? Approximations::squareRoot : x -> FloatOps.squareRoot(x, mode);
      case SIN -> Approximations::sine;
      case COS -> Approximations::cosine;
      case TANH -> Approximations::tangentHyperbolic;
      default -> null;
    };
  }

  /** Returns the loop that clamps results to [0, 1]. */
  public static Loop saturate(float[] d) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.saturate(d[i]);
      }
    };
  }

  public static Loop test(int[] d, float[] a, Variant.FloatClass kind) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.test(a[i], Float.MIN_NORMAL, kind) ? 1 : 0;
      }
    };
  }

  /** Adds a step that copies operands with subnormals flushed; returns the copy. */
  static float[] flushed(float[] a, List<Step> out) {
    float[] d = a.clone();
    out.add(
        (Loop)
            (lo, hi) -> {
              for (int i = lo; i < hi; i++) {
                d[i] = FloatOps.flush(a[i]);
              }
            });
    return d;
  }
}
