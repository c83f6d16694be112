package io.lockstep.workload;

import java.util.Arrays;

/**
 * One node of an expression: writes its values for the elements of a batch, as the bits that its
 * {@link ValueKind} says. Immutable and thread-safe.
 */
interface ExpressionNode {
  void evaluate(ElementBatch batch, long[] out);

  /** An operation on two values that may refuse them by an {@link ArithmeticException}. */
  interface Operation {
    long apply(long a, long b);
  }

  /** An operation on one value that may refuse it. */
  interface Unary {
    long apply(long a);
  }

  static ExpressionNode constant(long bits) {
    return (batch, out) -> Arrays.fill(out, 0, batch.n(), bits);
  }

  /** Applies an operation element by element. */
  static ExpressionNode binary(ExpressionNode left, ExpressionNode right, Operation operation) {
    return (batch, out) -> {
      int n = batch.n();
      long[] second = new long[n];
      left.evaluate(batch, out);
      right.evaluate(batch, second);
      for (int k = 0; k < n; k++) {
        out[k] = operation.apply(out[k], second[k]);
      }
    };
  }

  /** Applies an operation element by element. */
  static ExpressionNode unary(ExpressionNode of, Unary operation) {
    return (batch, out) -> {
      of.evaluate(batch, out);
      for (int k = 0; k < batch.n(); k++) {
        out[k] = operation.apply(out[k]);
      }
    };
  }

  /** Evaluates, for each element, only the side that the condition chooses. */
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
