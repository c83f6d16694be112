package io.lockstep.sweep.file;

import io.lockstep.io.expression.Expression;

/**
 * A value that an expression computes at each point.
 *
 * @param expression of other values
 * @param unit of the number, or empty
 */
public record Computed(Expression expression, String unit) implements ValueSource {
  @Override
  public String where() {
    return expression.where();
  }
}
