package io.lockstep.workload;

import java.util.function.LongBinaryOperator;

/** Arithmetic of whole numbers that refuses what does not fit 64 bits. Stateless. */
final class WholeOperations {
  static final ExpressionNode.Operation ADD = exact("+", Math::addExact);
  static final ExpressionNode.Operation SUBTRACT = exact("-", Math::subtractExact);
  static final ExpressionNode.Operation MULTIPLY = exact("*", Math::multiplyExact);

  private WholeOperations() {}

  /** Overflow as a message that names the operation. */
  private static ExpressionNode.Operation exact(String symbol, LongBinaryOperator operation) {
    return (a, b) -> {
      try {
        return operation.applyAsLong(a, b);
      } catch (ArithmeticException e) {
        throw new ArithmeticException(a + " " + symbol + " " + b + " does not fit 64 bits");
      }
    };
  }

  static long divide(long a, long b) {
    checkDivisor(b);
    if (a < 0 || b < 0) {
      throw new ArithmeticException("division of " + a + " by " + b + ": a negative number");
    }
    return a / b;
  }

  /** The remainder has the sign of the dividend, as in C. */
  static long remainder(long a, long b) {
    checkDivisor(b);
    return a % b;
  }

  private static void checkDivisor(long b) {
    if (b == 0) {
      throw new ArithmeticException("division by zero");
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

  static long absolute(long a) {
    if (a == Long.MIN_VALUE) {
      throw new ArithmeticException("abs of " + a + " does not fit 64 bits");
    }
    return Math.abs(a);
  }
}
