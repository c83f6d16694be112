// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.number.IntegerOps;
import io.lockstep.kernel.analysis.LogicFormula;

/** Loops of bit operations that are cheaper because operands are constant. */
final class BitSteps {
  private BitSteps() {}

  /**
   * Returns the loop of a three-input logic function given by its truth table; frequent functions
   * avoid the iteration over the table.
   */
  static Loop logic(int[] d, int[] a, int[] b, int[] c, int table) {
    return switch (table) {
      case LogicFormula.SELECT ->
          (lo, hi) -> {
            for (int i = lo; i < hi; i++) {
              d[i] = (b[i] ^ c[i]) & a[i] ^ c[i];
            }
          };
      case LogicFormula.MAJORITY ->
          (lo, hi) -> {
            for (int i = lo; i < hi; i++) {
              d[i] = (a[i] | b[i]) & c[i] | a[i] & b[i];
            }
          };
      default ->
          (lo, hi) -> {
            for (int i = lo; i < hi; i++) {
              d[i] = IntegerOps.logic3(a[i], b[i], c[i], table);
            }
          };
    };
  }

  /** Returns the loop of the upper half of b:a shifted left by 1 to 31. */
  static Loop funnelLeft(int[] d, int[] a, int[] b, int amount) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = b[i] << amount | a[i] >>> 32 - amount;
      }
    };
  }

  /** Returns the loop of the lower half of b:a shifted right by 1 to 31. */
  static Loop funnelRight(int[] d, int[] a, int[] b, int amount) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] >>> amount | b[i] << 32 - amount;
      }
    };
  }

  /** Returns the loop that extracts a field of 1 to 31 bits that lies inside the value. */
  static Loop extract(int[] d, int[] a, int position, int length, boolean signed) {
    int up = 32 - position - length;
    int down = 32 - length;
    if (signed) {
      return (lo, hi) -> {
        for (int i = lo; i < hi; i++) {
          d[i] = a[i] << up >> down;
        }
      };
    }
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] << up >>> down;
      }
    };
  }

  /** Returns whether {@link #extract} supports a field. */
  static boolean isInside(int position, int length) {
    return position >= 0 && length >= 1 && length <= 31 && position <= 32 - length;
  }
}
