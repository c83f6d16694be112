package io.lockstep.sweep.file;

import io.lockstep.io.expression.Expression;

/**
 * A value that an expression gives at each point. Immutable.
 *
 * @param expression of other values
 * @param unit what is put behind the number; empty for nothing
 */
public record Computed(Expression expression, String unit) implements ValueSource {
  @Override
  public String where() {
    return expression.where();
  }
}
