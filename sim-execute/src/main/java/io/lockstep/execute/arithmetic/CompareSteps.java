// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Loop;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import java.util.Arrays;

/** Loops of comparisons; results are 0 or 1. */
final class CompareSteps {
  private CompareSteps() {}

  /** Returns the loop for integers of up to 32 bits, sign- or zero-extended. */
  static Loop of(Comparison comparison, boolean signed, int[] d, int[] a, int[] b) {
    // Unsigned order is signed order with the sign bit flipped.
    int flip = signed ? 0 : Integer.MIN_VALUE;
    return switch (comparison) {
      case EQ, EQU -> equal(d, a, b, 0);
      case NE, NEU -> equal(d, a, b, 1);
      case LT, LTU -> less(d, a, b, flip, 0);
      case GE, GEU -> less(d, a, b, flip, 1);
      case GT, GTU -> less(d, b, a, flip, 0);
      case LE, LEU -> less(d, b, a, flip, 1);
      case NUM -> constant(d, 1);
      case NAN -> constant(d, 0);
    };
  }

  private static Loop constant(int[] d, int value) {
    return (lo, hi) -> Arrays.fill(d, lo, hi, value);
  }

  // The JIT compiler vectorises the arithmetic of 32-bit comparisons, but no conditional moves.

  private static Loop equal(int[] d, int[] a, int[] b, int invert) {
    int inverted = invert ^ 1;
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        int x = a[i] ^ b[i];
        d[i] = (x | -x) >>> 31 ^ inverted;
      }
    };
  }

  private static Loop less(int[] d, int[] a, int[] b, int flip, int invert) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        int x = a[i] ^ flip;
        int y = b[i] ^ flip;
        int difference = x - y;
        // its sign, unless it overflows; the JIT compiler of JDK 17 leaves other forms scalar
        d[i] = (difference ^ (x ^ y) & (difference ^ x)) >>> 31 ^ invert;
      }
    };
  }

  static Loop of(Comparison comparison, boolean signed, int[] d, long[] a, long[] b) {
    long flip = signed ? 0 : Long.MIN_VALUE;
    return switch (comparison) {
      case EQ, EQU -> equal(d, a, b, 0);
      case NE, NEU -> equal(d, a, b, 1);
      case LT, LTU -> less(d, a, b, flip, 0);
      case GE, GEU -> less(d, a, b, flip, 1);
      case GT, GTU -> less(d, b, a, flip, 0);
      case LE, LEU -> less(d, b, a, flip, 1);
      case NUM -> constant(d, 1);
      case NAN -> constant(d, 0);
    };
  }

  private static Loop equal(int[] d, long[] a, long[] b, int invert) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (a[i] == b[i] ? 1 : 0) ^ invert;
      }
    };
  }

  private static Loop less(int[] d, long[] a, long[] b, long flip, int invert) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = ((a[i] ^ flip) < (b[i] ^ flip) ? 1 : 0) ^ invert;
      }
    };
  }

  /** Returns the loop for 32-bit floats; forms true for NaN invert forms false for NaN. */
  static Loop of(Comparison comparison, int[] d, float[] a, float[] b) {
    return switch (comparison) {
      case EQ -> equal(d, a, b, 0);
      case NEU -> equal(d, a, b, 1);
      case NE -> different(d, a, b, 0);
      case EQU -> different(d, a, b, 1);
      case LT -> less(d, a, b, 0);
      case GEU -> less(d, a, b, 1);
      case GT -> less(d, b, a, 0);
      case LEU -> less(d, b, a, 1);
      case LE -> atMost(d, a, b, 0);
      case GTU -> atMost(d, a, b, 1);
      case GE -> atMost(d, b, a, 0);
      case LTU -> atMost(d, b, a, 1);
      case NUM -> numbers(d, a, b, 0);
      case NAN -> numbers(d, a, b, 1);
    };
  }

  private static Loop equal(int[] d, float[] a, float[] b, int invert) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (a[i] == b[i] ? 1 : 0) ^ invert;
      }
    };
  }

  private static Loop different(int[] d, float[] a, float[] b, int invert) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (a[i] < b[i] || a[i] > b[i] ? 1 : 0) ^ invert;
      }
    };
  }

  private static Loop less(int[] d, float[] a, float[] b, int invert) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (a[i] < b[i] ? 1 : 0) ^ invert;
      }
    };
  }

  private static Loop atMost(int[] d, float[] a, float[] b, int invert) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (a[i] <= b[i] ? 1 : 0) ^ invert;
      }
    };
  }

  private static Loop numbers(int[] d, float[] a, float[] b, int invert) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (a[i] == a[i] && b[i] == b[i] ? 1 : 0) ^ invert;
      }
    };
  }

  static Loop of(Comparison comparison, int[] d, double[] a, double[] b) {
    return switch (comparison) {
      case EQ -> equal(d, a, b, 0);
      case NEU -> equal(d, a, b, 1);
      case NE -> different(d, a, b, 0);
      case EQU -> different(d, a, b, 1);
      case LT -> less(d, a, b, 0);
      case GEU -> less(d, a, b, 1);
      case GT -> less(d, b, a, 0);
      case LEU -> less(d, b, a, 1);
      case LE -> atMost(d, a, b, 0);
      case GTU -> atMost(d, a, b, 1);
      case GE -> atMost(d, b, a, 0);
      case LTU -> atMost(d, b, a, 1);
      case NUM -> numbers(d, a, b, 0);
      case NAN -> numbers(d, a, b, 1);
    };
  }

  private static Loop equal(int[] d, double[] a, double[] b, int invert) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (a[i] == b[i] ? 1 : 0) ^ invert;
      }
    };
  }

  private static Loop different(int[] d, double[] a, double[] b, int invert) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (a[i] < b[i] || a[i] > b[i] ? 1 : 0) ^ invert;
      }
    };
  }

  private static Loop less(int[] d, double[] a, double[] b, int invert) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (a[i] < b[i] ? 1 : 0) ^ invert;
      }
    };
  }

  private static Loop atMost(int[] d, double[] a, double[] b, int invert) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (a[i] <= b[i] ? 1 : 0) ^ invert;
      }
    };
  }

  private static Loop numbers(int[] d, double[] a, double[] b, int invert) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (a[i] == a[i] && b[i] == b[i] ? 1 : 0) ^ invert;
      }
    };
  }

  /** Returns the loop that combines a comparison, inverted if {@code invert}, with a predicate. */
  static Loop combine(BoolOp op, int[] d, int[] a, int invert, int[] p) {
    switch (op) {
      case AND:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = (a[i] ^ invert) & p[i];
          }
        };
      case OR:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] ^ invert | p[i];
          }
        };
      case XOR:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] ^ invert ^ p[i];
          }
        };
      default:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] ^ invert;
          }
        };
    }
  }
}
