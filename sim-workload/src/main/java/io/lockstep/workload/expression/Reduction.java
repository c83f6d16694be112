// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import io.lockstep.io.expression.Operation;
import io.lockstep.io.expression.ValueKind;
import io.lockstep.workload.element.ElementReader;
import io.lockstep.workload.element.ElementType;
import java.util.Locale;

/**
 * Reductions of a buffer's first elements by the host, in index order. Whole numbers are reduced
 * exactly, real numbers in double precision.
 */
enum Reduction {
  SUM,
  /** The smallest element; NaN if any is NaN. */
  MIN,
  /** The largest element; NaN if any is NaN. */
  MAX,
  /** Whether any element is nonzero. */
  ANY,
  /** Whether all elements are nonzero. */
  ALL,
  /** The number of nonzero elements. */
  COUNT;

  static Reduction of(Operation function) {
    return valueOf(function.name());
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the kind of the result for elements of a type. */
  ValueKind kind(ElementType type) {
    switch (this) {
      case ANY:
      case ALL:
        return ValueKind.TRUTH;
      case COUNT:
        return ValueKind.WHOLE;
      default:
        return type.isFloat() ? ValueKind.REAL : ValueKind.WHOLE;
    }
  }

  /** Returns the result for the first {@code n} elements, as bits of the type {@link #kind}. */
  long of(ElementReader elements, String buffer, long n) {
    if (n < 0 || n > elements.count()) {
      throw new ArithmeticException(
          text() + " of " + n + " elements: '" + buffer + "' has " + elements.count());
    }
    if (this == SUM) {
      return elements.type().isFloat() ? realSum(elements, n) : wholeSum(elements, buffer, n);
    }
    if (this == MIN || this == MAX) {
      if (n == 0) {
        throw new ArithmeticException(text() + " of no elements of '" + buffer + "'");
      }
      return elements.type().isFloat() ? realExtreme(elements, n) : wholeExtreme(elements, n);
    }
    long nonzero = nonzero(elements, n);
    return this == COUNT ? nonzero : (this == ANY ? nonzero > 0 : nonzero == n) ? 1 : 0;
  }

  private static long realSum(ElementReader elements, long n) {
    double sum = 0;
    for (long k = 0; k < n; k++) {
      sum += Double.longBitsToDouble(elements.value(k));
    }
    return Double.doubleToRawLongBits(sum);
  }

  private static long wholeSum(ElementReader elements, String buffer, long n) {
    long sum = 0;
    for (long k = 0; k < n; k++) {
      long value = elements.value(k);
      long next = sum + value;
      if (((sum ^ next) & (value ^ next)) < 0) {
        throw new ArithmeticException("sum of '" + buffer + "' does not fit 64 bits");
      }
      sum = next;
    }
    return sum;
  }

  private long realExtreme(ElementReader elements, long n) {
    double best = Double.longBitsToDouble(elements.value(0));
    for (long k = 1; k < n; k++) {
      double value = Double.longBitsToDouble(elements.value(k));
      best = this == MIN ? Math.min(best, value) : Math.max(best, value);
    }
    return Double.doubleToRawLongBits(best);
  }

  private long wholeExtreme(ElementReader elements, long n) {
    long best = elements.value(0);
    for (long k = 1; k < n; k++) {
      long value = elements.value(k);
      best = this == MIN ? Math.min(best, value) : Math.max(best, value);
    }
    return best;
  }

  private static long nonzero(ElementReader elements, long n) {
    long count = 0;
    for (long k = 0; k < n; k++) {
      long bits = elements.bits(k);
      boolean zero = elements.type().isFloat() ? elements.type().real(bits) == 0 : bits == 0;
      count += zero ? 0 : 1;
    }
    return count;
  }
}
