// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

/**
 * Arithmetic on 64-bit whole numbers. If a result does not fit, it throws an {@link
 * ArithmeticException} with a message for users.
 */
final class Wholes {
  private Wholes() {}

  private static ArithmeticException overflow(long a, String symbol, long b) {
    return new ArithmeticException(a + " " + symbol + " " + b + " does not fit 64 bits");
  }

  static long add(long a, long b) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      throw overflow(a, "+", b);
    }
    return sum;
  }

  static long subtract(long a, long b) {
    long difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0) {
      throw overflow(a, "-", b);
    }
    return difference;
  }

  static long multiply(long a, long b) {
    long product = a * b;
    if (Math.multiplyHigh(a, b) != product >> 63) {
      throw overflow(a, "*", b);
    }
    return product;
  }

  static long power(long a, long b) {
    if (b < 0) {
      throw new ArithmeticException(
          "%s ^ %s is not a whole number; a real number has negative powers: real(%s) ^ %s"
              .formatted(a, b, a, b));
    }
    if (a >= -1 && a <= 1) {
      return b == 0 ? 1 : a < 0 && b % 2 == 0 ? 1 : a;
    }
    long result = 1;
    for (long i = 0; i < b; i++) { // at most 63 products fit
      long product = result * a;
      if (Math.multiplyHigh(result, a) != product >> 63) {
        throw new ArithmeticException(
            overflow(a, "^", b).getMessage() + " ('^' is a power; exclusive or is 'xor')");
      }
      result = product;
    }
    return result;
  }

  static long divide(long a, long b) {
    checkDivisor(b);
    if (a == Long.MIN_VALUE && b == -1) {
      throw overflow(a, "/", b);
    }
    return a / b;
  }

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
      throw overflow(a, "<<", by);
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

  static long log2(long a, long ignored) {
    if (a <= 0 || Long.bitCount(a) != 1) {
      throw new ArithmeticException("log2 of " + a + ", which is not a power of two");
    }
    return Long.numberOfTrailingZeros(a);
  }

  static long absolute(long a, long ignored) {
    if (a == Long.MIN_VALUE) {
      throw new ArithmeticException("abs of " + a + " does not fit 64 bits");
    }
    return Math.abs(a);
  }
}
