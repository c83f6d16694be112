// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.kernel.analysis.SumRule;
import io.lockstep.kernel.matrix.MatrixElement;

/** Rules of chips, as devices' files have them (Khattak and Mikaitis; MMA-Sim for Turing). */
final class TensorRules {
  static final SumRule VOLTA = new SumRule(4, 23, 23, -132, -19);
  static final SumRule TURING = new SumRule(4, 24, 23, -132, -20);
  static final SumRule AMPERE = new SumRule(8, 24, 23, -132, -20);
  static final SumRule AMPERE_TF32 = new SumRule(4, 24, 23, -132, -20);
  static final SumRule ADA_BYTES = new SumRule(16, 13, 13, -132, -20);
  static final SumRule HOPPER = new SumRule(16, 25, 23, -133, -21);
  static final SumRule HOPPER_TF32 = new SumRule(8, 25, 23, -133, -21);
  static final SumRule BLACKWELL_BYTES = new SumRule(32, 25, 23, -133, -21);
  static final SumRule BLACKWELL_NIBBLES = new SumRule(16, 35, 23, -133, -21);

  private TensorRules() {}

  /** One element of D, for a row of A and a column of B. */
  static int sum(
      SumRule rule,
      MatrixElement left,
      MatrixElement right,
      boolean half,
      int[] a,
      int[] b,
      int c) {
    TensorSum sum = new TensorSum(rule, left, right, half, 1, 1, a.length);
    for (int k = 0; k < a.length; k++) {
      sum.left(0, k, a[k]);
      sum.right(0, k, b[k]);
    }
    return sum.sum(0, 0, c);
  }
}
