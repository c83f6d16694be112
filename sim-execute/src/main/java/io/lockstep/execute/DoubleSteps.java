package io.lockstep.execute;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Rounding;
import io.lockstep.kernel.ir.Variant;

/** Loops of 64-bit floating-point operations; the plain ones vectorise. */
final class DoubleSteps {
  private DoubleSteps() {}

  /** The loop of an instruction, or null if the operation is not known here. */
  static Loop of(Instruction in, double[] d, double[] a, double[] b, double[] c) {
    Rounding mode = in.rounding();
    boolean plain = FloatOps.isNearest(mode);
    switch (in.op()) {
      case ADD:
        return plain ? add(d, a, b) : addRounded(d, a, b, mode);
      case SUB:
        return plain ? subtract(d, a, b) : subtractRounded(d, a, b, mode);
      case MUL:
        return plain ? multiply(d, a, b) : multiplyRounded(d, a, b, mode);
      case FMA:
        return plain ? fma(d, a, b, c) : fmaRounded(d, a, b, c, mode);
      case MAD_UNFUSED:
        return madUnfused(d, a, b, c, mode);
      case DIV:
        return divide(in, d, a, b);
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
        return special(in, d, a);
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

  private static Loop addRounded(double[] d, double[] a, double[] b, Rounding mode) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.add(a[i], b[i], mode);
      }
    };
  }

  private static Loop subtractRounded(double[] d, double[] a, double[] b, Rounding mode) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.add(a[i], -b[i], mode);
      }
    };
  }

  private static Loop multiplyRounded(double[] d, double[] a, double[] b, Rounding mode) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.multiply(a[i], b[i], mode);
      }
    };
  }

  private static Loop fmaRounded(double[] d, double[] a, double[] b, double[] c, Rounding mode) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.fma(a[i], b[i], c[i], mode);
      }
    };
  }

  private static Loop madUnfused(double[] d, double[] a, double[] b, double[] c, Rounding mode) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.add(FloatOps.multiply(a[i], b[i], mode), c[i], mode);
      }
    };
  }

  private static Loop divide(Instruction in, double[] d, double[] a, double[] b) {
    Rounding mode = in.rounding();
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.divide(a[i], b[i], mode);
      }
    };
  }

  private static Loop special(Instruction in, double[] d, double[] a) {
    Rounding mode = in.rounding();
    switch (in.op()) {
      case RCP:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = FloatOps.divide(1.0, a[i], mode);
          }
        };
      case SQRT:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = FloatOps.squareRoot(a[i], mode);
          }
        };
      case RSQRT:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = Approximations.reciprocalSquareRoot(a[i]);
          }
        };
      default:
        return null;
    }
  }

  /** Clamps results to [0, 1]. */
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
