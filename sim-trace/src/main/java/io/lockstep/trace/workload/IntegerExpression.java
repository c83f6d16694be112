package io.lockstep.trace.workload;

import io.lockstep.trace.InputException;
import io.lockstep.trace.yaml.Bounds;
import io.lockstep.trace.yaml.YamlNode;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * An expression over 64-bit whole numbers: {@code + - * / % << >> ( )}, {@code log2}, {@code min},
 * {@code max}, parameters and loop variables; in generators also {@code i} and {@code mix(i, s)}.
 *
 * <p>Evaluated over ranges of {@code i}, an operation at a time. Overflow, division by zero,
 * division with a negative number, shifts by more than 63 and {@code log2} of what is no power of
 * two are {@link InputException}s. Immutable and thread-safe.
 */
public final class IntegerExpression {
  /** One node: writes its values for i = first … first + n − 1. */
  interface Node {
    void evaluate(Scope scope, long first, int n, long[] out);
  }

  /** An operation on two values that may refuse them. */
  interface Operation {
    long apply(long a, long b);
  }

  private final String where;
  private final String text;
  private final Node root;

  IntegerExpression(String where, String text, Node root) {
    this.where = where;
    this.text = text;
    this.root = root;
  }

  /** Reads an integer or an expression in text. */
  static IntegerExpression read(YamlNode node, Names names) {
    if (node.isInteger()) {
      return constant(node.where(), node.asLong());
    }
    if (!node.isText()) {
      throw node.expected("an integer or an expression");
    }
    return new ExpressionParser(node.where(), node.asText(), names).parse();
  }

  static IntegerExpression constant(String where, long value) {
    return new IntegerExpression(
        where, Long.toString(value), (scope, first, n, out) -> Arrays.fill(out, 0, n, value));
  }

  /** Position of the expression. */
  public String where() {
    return where;
  }

  /** Its value where there is no {@code i}. */
  long evaluate(Scope scope) {
    long[] out = new long[1];
    evaluate(scope, 0, 1, out);
    return out[0];
  }

  /** Its value, which must lie within bounds, both inclusive. */
  long evaluate(Scope scope, String what, long low, long high) {
    long value = evaluate(scope);
    Bounds bounds = Bounds.of(low, high);
    if (!bounds.contain(value)) {
      throw new InputException(
          where,
          what
              + " must be from "
              + low
              + " to "
              + high
              + ", found "
              + value
              + (text.equals(Long.toString(value)) ? "" : " = " + text)
              + bounds.hint(value));
    }
    return value;
  }

  /** Its values for a range of {@code i}. */
  void evaluate(Scope scope, long first, int n, long[] out) {
    try {
      root.evaluate(scope, first, n, out);
    } catch (ArithmeticException e) {
      throw new InputException(where, "in '" + text + "': " + e.getMessage(), e);
    }
  }

  /** Applies an operation element by element. */
  static Node binary(Node left, Node right, Operation operation) {
    return (scope, first, n, out) -> {
      long[] second = new long[n];
      left.evaluate(scope, first, n, out);
      right.evaluate(scope, first, n, second);
      for (int k = 0; k < n; k++) {
        out[k] = operation.apply(out[k], second[k]);
      }
    };
  }

  static long divide(long a, long b) {
    checkDivision(a, b);
    return a / b;
  }

  static long remainder(long a, long b) {
    checkDivision(a, b);
    return a % b;
  }

  private static void checkDivision(long a, long b) {
    if (b == 0) {
      throw new ArithmeticException("division by zero");
    }
    if (a < 0 || b < 0) {
      throw new ArithmeticException("division of " + a + " by " + b + ": a negative number");
    }
  }

  static long shiftLeft(long a, long by) {
    checkShift(by);
    long result = a << by;
    if (result >> by != a) {
      throw new ArithmeticException(a + " << " + by + " does not fit 64 bits");
    }
    return result;
  }

  static long shiftRight(long a, long by) {
    checkShift(by);
    return a >> by;
  }

  private static void checkShift(long by) {
    if (by < 0 || by > 63) {
      throw new ArithmeticException("shift by " + by + ", expected 0 to 63");
    }
  }

  static long log2(long a) {
    if (a <= 0 || Long.bitCount(a) != 1) {
      throw new ArithmeticException("log2 of " + a + ", which is no power of two");
    }
    return Long.numberOfTrailingZeros(a);
  }

  /** Overflow as a message that names the operation. */
  static Operation exact(String symbol, LongBinaryOperator operation) {
    return (a, b) -> {
      try {
        return operation.applyAsLong(a, b);
      } catch (ArithmeticException e) {
        throw new ArithmeticException(a + " " + symbol + " " + b + " does not fit 64 bits");
      }
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
