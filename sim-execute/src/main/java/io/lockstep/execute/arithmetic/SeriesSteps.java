// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.number.Approximations;
import io.lockstep.execute.number.FloatOps;

/**
 * Loops of functions that {@link Approximations} computes in 64 bits. What all work-items compute
 * alike is done over arrays of doubles, which the JIT compiler vectorises; the results are those of
 * {@link Approximations}.
 */
final class SeriesSteps {
  /** Length of a range of work-items below which a scalar loop is faster. */
  private static final int FEW = 8;

  @FunctionalInterface
  interface Function {
    float of(float x);
  }

  private SeriesSteps() {}

  private static void each(Function function, float[] d, float[] a, boolean flush, int lo, int hi) {
    for (int i = lo; i < hi; i++) {
      d[i] = FloatOps.flush(function.of(FloatOps.flush(a[i], flush)), flush);
    }
  }

  private static void widen(double[] x, float[] a, boolean flush, int lo, int hi) {
    for (int i = lo; i < hi; i++) {
      x[i] = FloatOps.flush(a[i], flush);
    }
  }

  static Loop reciprocalSquareRoot(float[] d, float[] a, boolean flush) {
    double[] x = new double[a.length];
    return (lo, hi) -> {
      if (hi - lo < FEW) {
        each(Approximations::reciprocalSquareRoot, d, a, flush, lo, hi);
        return;
      }
      widen(x, a, flush, lo, hi);
      reciprocalRoots(x, lo, hi);
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.flush((float) x[i], flush);
      }
    };
  }

  private static void reciprocalRoots(double[] x, int lo, int hi) {
    for (int i = lo; i < hi; i++) {
      x[i] = 1.0 / Math.sqrt(x[i]);
    }
  }

  static Loop exponential2(float[] d, float[] a, boolean flush) {
    double[] x = new double[a.length];
    return (lo, hi) -> {
      if (hi - lo < FEW) {
        each(Approximations::exponential2, d, a, flush, lo, hi);
        return;
      }
      for (int i = lo; i < hi; i++) {
        x[i] = Approximations.fraction(FloatOps.flush(a[i], flush));
      }
      exponentials(x, lo, hi);
      for (int i = lo; i < hi; i++) {
        float value = FloatOps.flush(a[i], flush);
        d[i] = FloatOps.flush(Approximations.exponential2(value, x[i]), flush);
      }
    };
  }

  private static void exponentials(double[] x, int lo, int hi) {
    for (int i = lo; i < hi; i++) {
      x[i] = Approximations.exponential(x[i]);
    }
  }

  static Loop logarithm2(float[] d, float[] a, boolean flush) {
    double[] s = new double[a.length];
    double[] sum = new double[a.length];
    return (lo, hi) -> {
      if (hi - lo < FEW) {
        each(Approximations::logarithm2, d, a, flush, lo, hi);
        return;
      }
      for (int i = lo; i < hi; i++) {
        s[i] = Approximations.mantissa(FloatOps.flush(a[i], flush));
      }
      tangents(s, sum, lo, hi);
      for (int i = lo; i < hi; i++) {
        float value = FloatOps.flush(a[i], flush);
        d[i] = FloatOps.flush(Approximations.logarithm2(value, s[i], sum[i]), flush);
      }
    };
  }

  private static void tangents(double[] s, double[] sum, int lo, int hi) {
    for (int i = lo; i < hi; i++) {
      double quotient = (s[i] - 1) / (s[i] + 1);
      s[i] = quotient;
      sum[i] = Approximations.inverseTangent(quotient);
    }
  }
}
