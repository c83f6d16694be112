// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import java.math.BigDecimal;

/**
 * Evaluates an expression row by row. A row has no value if it lacks a name or the evaluation
 * fails, for example with a division by zero. If the evaluation gives no value in any row, {@link
 * #end} throws the first error.
 */
final class Reading {
  private final Expression expression;
  private boolean any;
  private InputException first;

  Reading(Expression expression) {
    this.expression = expression;
  }

  Expression expression() {
    return expression;
  }

  /** Returns the value for a row, or null if it has none. */
  private Object value(PointRow row) {
    try {
      for (String name : expression.names()) {
        if (row.value(name) == null) {
          return null;
        }
      }
      // A single name keeps all digits of its value.
      Object value =
          expression.isName() ? row.value(expression.text().strip()) : expression.value(row::value);
      any = true;
      return value;
    } catch (InputException e) {
      first = first == null ? e : first;
      return null;
    }
  }

  /** Returns the number for a row, or null if it has none. */
  BigDecimal number(PointRow row) {
    Object value = value(row);
    return value == null ? null : Expression.decimal(expression.number(value));
  }

  boolean holds(PointRow row) {
    Object value = value(row);
    return value != null && expression.truth(value);
  }

  /** Throws the first error if no row had a value. */
  void end() {
    if (!any && first != null) {
      throw first;
    }
  }
}
