package io.lockstep.io.expression;

import io.lockstep.io.InputException;

/** What the value of an expression is, and how it travels as 64 bits. */
public enum ValueKind {
  /** A whole number of 64 bits with a sign. */
  WHOLE("a whole number"),
  /** A double; its bits are the raw ones. */
  REAL("a real number"),
  /** A comparison: 1 if it holds, otherwise 0. */
  TRUTH("a comparison"),
  /** A text; it has no bits. */
  TEXT("a text");

  private final String words;

  ValueKind(String words) {
    this.words = words;
  }

  /** {@return what it is, for messages} */
  public String words() {
    return words;
  }

  /** {@return whether it is a whole or a real number} */
  public boolean isNumber() {
    return this == WHOLE || this == REAL;
  }

  /**
   * {@return the kind of a value}
   *
   * @param value a Long, another number for a real one, a Boolean or a String
   */
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
   * {@return the value that bits stand for: a Long, a Double or a Boolean}
   *
   * @param bits of this kind, which is not {@link #TEXT}
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
   * Refuses other kinds than a whole number.
   *
   * @param text of the expression
   * @param at where the operand stands
   * @throws InputException if this is no whole number
   */
  public void requireWhole(ExpressionText text, int at) {
    if (this != WHOLE) {
      String hint = this == REAL ? " (floor, ceil, round, trunc make whole ones)" : "";
      throw text.error(at, "expected a whole number, found " + words + hint);
    }
  }

  /**
   * Refuses other kinds than numbers.
   *
   * @param text of the expression
   * @param at where the operand stands
   * @throws InputException if this is no number
   */
  public void requireNumber(ExpressionText text, int at) {
    if (!isNumber()) {
      throw text.error(at, "expected a number, found " + words);
    }
  }

  /**
   * Refuses other kinds than comparisons.
   *
   * @param text of the expression
   * @param at where the operand stands
   * @throws InputException if this is no comparison
   */
  public void requireTruth(ExpressionText text, int at) {
    if (this != TRUTH) {
      throw text.error(at, "expected a comparison, found " + words);
    }
  }
}
