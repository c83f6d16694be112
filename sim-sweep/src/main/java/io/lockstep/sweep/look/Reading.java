package io.lockstep.sweep.look;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import java.math.BigDecimal;

/**
 * The values of an expression, row by row. A row that lacks a name has none, nor has one of which
 * it cannot be computed, as with a division by zero; where that is so of all, the first reason is
 * told. Not thread-safe.
 */
final class Reading {
  private final Expression expression;
  private boolean any;
  private InputException first;

  Reading(Expression expression) {
    this.expression = expression;
  }

  /** What is read. */
  Expression expression() {
    return expression;
  }

  /** The value of a row, or null. */
  private Object value(PointRow row) {
    try {
      for (String name : expression.names()) {
        if (row.value(name) == null) {
          return null;
        }
      }
      // A name alone keeps all digits of its value.
      Object value =
          expression.isName() ? row.value(expression.text().strip()) : expression.value(row::value);
      any = true;
      return value;
    } catch (InputException e) {
      first = first == null ? e : first;
      return null;
    }
  }

  /** The number of a row, or null. */
  BigDecimal number(PointRow row) {
    Object value = value(row);
    return value == null ? null : Expression.decimal(expression.number(value));
  }

  /** Whether it holds of a row. */
  boolean holds(PointRow row) {
    Object value = value(row);
    return value != null && expression.truth(value);
  }

  /** Tells why no row had a value. */
  void end() {
    if (!any && first != null) {
      throw first;
    }
  }
}
