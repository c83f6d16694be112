// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.number.FloatOps;
import io.lockstep.execute.number.HalfFloats;
import java.util.Arrays;

/** Loops that copy, select, fill and reinterpret values. */
public final class MoveSteps {
  private MoveSteps() {}

  public static Loop copy(int[] d, int[] a) {
    return (lo, hi) -> System.arraycopy(a, lo, d, lo, hi - lo);
  }

  static Loop fill(int[] d, int value) {
    return (lo, hi) -> Arrays.fill(d, lo, hi, value);
  }

  /**
   * Selects by predicates without a conditional move, which the JIT compiler does not vectorise.
   */
  static Loop select(int[] d, int[] a, int[] b, int[] p) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] & -p[i] | b[i] & p[i] - 1;
      }
    };
  }

  public static Loop copy(long[] d, long[] a) {
    return (lo, hi) -> System.arraycopy(a, lo, d, lo, hi - lo);
  }

  static Loop select(long[] d, long[] a, long[] b, int[] p) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = p[i] != 0 ? a[i] : b[i];
      }
    };
  }

  public static Loop copy(float[] d, float[] a) {
    return (lo, hi) -> System.arraycopy(a, lo, d, lo, hi - lo);
  }

  static Loop select(float[] d, float[] a, float[] b, int[] p) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = p[i] != 0 ? a[i] : b[i];
      }
    };
  }

  public static Loop copy(double[] d, double[] a) {
    return (lo, hi) -> System.arraycopy(a, lo, d, lo, hi - lo);
  }

  static Loop select(double[] d, double[] a, double[] b, int[] p) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = p[i] != 0 ? a[i] : b[i];
      }
    };
  }

  static Loop low(int[] d, long[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (int) a[i];
      }
    };
  }

  static Loop zeroExtend(long[] d, int[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] & 0xFFFFFFFFL;
      }
    };
  }

  static Loop signExtend(long[] d, int[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i];
      }
    };
  }

  /** Returns the loop that takes the bits of floats that may be arbitrary data. */
  static Loop bits(int[] d, float[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = Float.floatToRawIntBits(a[i]);
      }
    };
  }

  /** Returns the loop for the bits of computed floats; NaNs, which vary, become canonical. */
  static Loop canonicalBits(int[] d, float[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.canonicalBits(a[i]);
      }
    };
  }

  static Loop floats(float[] d, int[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = Float.intBitsToFloat(a[i]);
      }
    };
  }

  static Loop bits(long[] d, double[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = Double.doubleToRawLongBits(a[i]);
      }
    };
  }

  static Loop canonicalBits(long[] d, double[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = FloatOps.canonicalBits(a[i]);
      }
    };
  }

  static Loop doubles(double[] d, long[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = Double.longBitsToDouble(a[i]);
      }
    };
  }

  static Loop halfToFloat(float[] d, int[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = HalfFloats.toFloat(a[i]);
      }
    };
  }

  static Loop floatToDouble(double[] d, float[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i];
      }
    };
  }

  /** Returns the loop whose results are 1 for values of at least 0, otherwise 0. */
  static Loop positive(int[] d, int[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] >= 0 ? 1 : 0;
      }
    };
  }

  static Loop positive(int[] d, float[] a) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] >= 0f ? 1 : 0;
      }
    };
  }

  /** Returns the loop that writes the low bits of a to a position of d. */
  public static Loop putField(long[] d, int[] a, int position, int bits) {
    long mask = (1L << bits) - 1;
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = d[i] & ~(mask << position) | (a[i] & mask) << position;
      }
    };
  }

  /** Returns the loop that reads bits at a position of a. */
  public static Loop getField(int[] d, long[] a, int position, int bits) {
    int mask = bits == 32 ? -1 : (1 << bits) - 1;
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (int) (a[i] >>> position) & mask;
      }
    };
  }
}
