// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

import io.lockstep.io.InputException;

/** The kind of an expression's value, and its representation in 64 bits. */
public enum ValueKind {
  /** A signed whole number of 64 bits. */
  WHOLE("a whole number"),
  /** A double, by its raw bits. */
  REAL("a real number"),
  /** A truth value: 1 for true, 0 for false. */
  TRUTH("a comparison"),
  /** A text, which has no representation in bits. */
  TEXT("a text");

  private final String words;

  ValueKind(String words) {
    this.words = words;
  }

  /** {@return a description for messages} */
  public String words() {
    return words;
  }

  public boolean isNumber() {
    return this == WHOLE || this == REAL;
  }

  /** {@return the kind of a value: a Long is whole, any other number is real} */
  public static ValueKind of(Object value) {
    if (value instanceof Long) {
      return WHOLE;
    }
    if (value instanceof Number) {
      return REAL;
    }
    return value instanceof Boolean ? TRUTH : TEXT;
  }

  /**
   * {@return the value that bits represent: a Long, a Double or a Boolean}
   *
   * @param bits bits of a value of this kind, which is not {@link #TEXT}
   */
  public Object value(long bits) {
    return switch (this) {
      case WHOLE -> bits;
      case REAL -> Double.longBitsToDouble(bits);
      case TRUTH -> bits != 0;
      case TEXT -> throw new IllegalStateException("a text has no bits");
    };
  }

  /**
   * Checks that this is a whole number.
   *
   * @param at position of the operand
   * @throws InputException if this is another kind
   */
  public void requireWhole(ExpressionText text, int at) {
    if (this != WHOLE) {
      String hint = this == REAL ? " (floor, ceil, round, trunc make whole ones)" : "";
      throw text.error(at, "expected a whole number, found " + words + hint);
    }
  }

  /**
   * Checks that this is a number.
   *
   * @param at position of the operand
   * @throws InputException if this is another kind
   */
  public void requireNumber(ExpressionText text, int at) {
    if (!isNumber()) {
      throw text.error(at, "expected a number, found " + words);
    }
  }

  /**
   * Checks that this is a truth value.
   *
   * @param at position of the operand
   * @throws InputException if this is another kind
   */
  public void requireTruth(ExpressionText text, int at) {
    if (this != TRUTH) {
      throw text.error(at, "expected a comparison, found " + words);
    }
  }
}
