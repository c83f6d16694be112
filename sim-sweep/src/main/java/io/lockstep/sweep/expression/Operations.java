package io.lockstep.sweep.expression;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * What operators do with values. Whole numbers are of 64 bits and exact, all others decimals of 16
 * digits. What is not possible is an {@link ArithmeticException} that says why. Stateless.
 */
final class Operations {
  private static final MathContext DIGITS = MathContext.DECIMAL64;
  private static final int MOST_EXPONENT = 1000;

  private Operations() {}

  /** What a value is, in words. */
  static String describe(Object value) {
    if (value instanceof Long) {
      return "the whole number " + value;
    }
    if (value instanceof BigDecimal d) {
      return "the number " + text(d);
    }
    return value instanceof String ? "the text '" + value + "'" : value.toString();
  }

  /** A value as a file has it. */
  static String text(Object value) {
    return value instanceof BigDecimal d
        ? (d.signum() == 0 ? BigDecimal.ZERO : d.stripTrailingZeros()).toPlainString()
        : value.toString();
  }

  private static BigDecimal number(Object value) {
    if (value instanceof Long whole) {
      return BigDecimal.valueOf(whole);
    }
    if (value instanceof BigDecimal d) {
      return d;
    }
    throw new ArithmeticException("expected a number, found " + describe(value));
  }

  private static long whole(Object value) {
    if (value instanceof Long whole) {
      return whole;
    }
    throw new ArithmeticException("expected a whole number, found " + describe(value));
  }

  static boolean truth(Object value) {
    if (value instanceof Boolean truth) {
      return truth;
    }
    throw new ArithmeticException("expected a comparison, found " + describe(value));
  }

  private static boolean isWhole(Object a, Object b) {
    return a instanceof Long && b instanceof Long;
  }

  static Object add(Object a, Object b) {
    return isWhole(a, b) ? fit(() -> Math.addExact((long) a, (long) b)) : sum(a, number(b));
  }

  static Object subtract(Object a, Object b) {
    return isWhole(a, b)
        ? fit(() -> Math.subtractExact((long) a, (long) b))
        : sum(a, number(b).negate());
  }

  private static Object sum(Object a, BigDecimal b) {
    return bounded(number(a).add(b, DIGITS));
  }

  static Object multiply(Object a, Object b) {
    return isWhole(a, b)
        ? fit(() -> Math.multiplyExact((long) a, (long) b))
        : bounded(number(a).multiply(number(b), DIGITS));
  }

  /** Of two whole numbers rounded down, as in workloads. */
  static Object divide(Object a, Object b) {
    if (number(b).signum() == 0) {
      throw new ArithmeticException("division by zero");
    }
    return isWhole(a, b)
        ? fit(() -> floor((long) a, (long) b))
        : bounded(number(a).divide(number(b), DIGITS));
  }

  private static long floor(long a, long b) {
    if (a == Long.MIN_VALUE && b == -1) {
      throw new ArithmeticException();
    }
    return Math.floorDiv(a, b);
  }

  static Object remainder(Object a, Object b) {
    if (whole(b) == 0) {
      throw new ArithmeticException("division by zero");
    }
    return Math.floorMod(whole(a), whole(b));
  }

  static Object negate(Object a) {
    return a instanceof Long ? subtract(0L, a) : number(a).negate();
  }

  /** Below 0, 0 or above; texts only for being the same. */
  static int compare(Object a, Object b) {
    return number(a).compareTo(number(b));
  }

  static boolean same(Object a, Object b) {
    boolean texts = a instanceof String && b instanceof String;
    boolean truths = a instanceof Boolean && b instanceof Boolean;
    if (!texts && !truths && (a instanceof String || b instanceof String)) {
      throw new ArithmeticException("cannot compare " + describe(a) + " with " + describe(b));
    }
    return texts || truths ? a.equals(b) : compare(a, b) == 0;
  }

  static Object larger(Object a, Object b) {
    return compare(a, b) >= 0 ? a : b;
  }

  static Object smaller(Object a, Object b) {
    return compare(a, b) <= 0 ? a : b;
  }

  static Object absolute(Object a) {
    return number(a).signum() < 0 ? negate(a) : a;
  }

  static Object round(Object a, RoundingMode mode) {
    BigDecimal rounded = number(a).setScale(0, mode);
    return fit(rounded::longValueExact);
  }

  /** Of a power of two. */
  static Object log2(Object a) {
    long value = whole(a);
    if (Long.bitCount(value) != 1 || value < 0) {
      throw new ArithmeticException("expected a power of two, found " + value);
    }
    return (long) Long.numberOfTrailingZeros(value);
  }

  private interface Exact {
    long compute();
  }

  private static Object fit(Exact exact) {
    try {
      return exact.compute();
    } catch (ArithmeticException e) {
      throw new ArithmeticException("the result has more than 64 bits");
    }
  }

  private static BigDecimal bounded(BigDecimal value) {
    if (Math.abs((long) value.precision() - value.scale()) > MOST_EXPONENT) {
      throw new ArithmeticException("the result has more than " + MOST_EXPONENT + " digits");
    }
    return value;
  }
}
