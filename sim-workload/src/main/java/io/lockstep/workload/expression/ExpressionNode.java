// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import io.lockstep.io.expression.Operation;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * A node of an expression. It computes its values for the elements of a batch, in the
 * representation of its {@link io.lockstep.io.expression.ValueKind}. Immutable and thread-safe.
 */
interface ExpressionNode {
  void evaluate(ElementBatch batch, long[] out);

  static ExpressionNode constant(long bits) {
    return (batch, out) -> Arrays.fill(out, 0, batch.n(), bits);
  }

  /** Applies an operation on whole numbers elementwise; {@code right} is null for a unary one. */
  static ExpressionNode ofWholes(
      ExpressionNode left, ExpressionNode right, LongBinaryOperator operation) {
    return (batch, out) -> {
      int n = batch.n();
      left.evaluate(batch, out);
      if (right == null) {
        for (int k = 0; k < n; k++) {
          out[k] = operation.applyAsLong(out[k], out[k]);
        }
        return;
      }
      long[] second = new long[n];
      right.evaluate(batch, second);
      for (int k = 0; k < n; k++) {
        out[k] = operation.applyAsLong(out[k], second[k]);
      }
    };
  }

  /** As {@link #ofWholes}, on real numbers. */
  static ExpressionNode ofReals(
      ExpressionNode left, ExpressionNode right, Operation.OfReals operation) {
    return (batch, out) -> {
      int n = batch.n();
      left.evaluate(batch, out);
      if (right == null) {
        for (int k = 0; k < n; k++) {
          out[k] = operation.apply(Double.longBitsToDouble(out[k]), 0);
        }
        return;
      }
      long[] second = new long[n];
      right.evaluate(batch, second);
      for (int k = 0; k < n; k++) {
        out[k] =
            operation.apply(Double.longBitsToDouble(out[k]), Double.longBitsToDouble(second[k]));
      }
    };
  }

  /** Converts whole numbers to real numbers. */
  static ExpressionNode real(ExpressionNode of) {
    return (batch, out) -> {
      of.evaluate(batch, out);
      for (int k = 0; k < batch.n(); k++) {
        out[k] = Double.doubleToRawLongBits((double) out[k]);
      }
    };
  }

  /** Evaluates, for each element, only the side that the condition selects. */
  static ExpressionNode choice(ExpressionNode condition, ExpressionNode yes, ExpressionNode no) {
    return (batch, out) -> {
      int n = batch.n();
      long[] chosen = new long[n];
      condition.evaluate(batch, chosen);
      int held = 0;
      for (int k = 0; k < n; k++) {
        held += (int) chosen[k];
      }
      if (held == n) {
        yes.evaluate(batch, out);
      } else if (held == 0) {
        no.evaluate(batch, out);
      } else {
        part(batch, chosen, 1, held, yes, out);
        part(batch, chosen, 0, n - held, no, out);
      }
    };
  }

  private static void part(
      ElementBatch batch, long[] chosen, long which, int n, ExpressionNode side, long[] out) {
    long[] values = new long[n];
    side.evaluate(batch.where(chosen, which, n), values);
    for (int k = 0, at = 0; at < n; k++) {
      if (chosen[k] == which) {
        out[k] = values[at++];
      }
    }
  }
}
