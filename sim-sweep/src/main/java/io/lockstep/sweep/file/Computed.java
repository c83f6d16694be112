// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.io.expression.Expression;

/**
 * A value that an expression computes at each point.
 *
 * @param unit unit appended to the number, or empty
 */
public record Computed(Expression expression, String unit) implements ValueSource {
  @Override
  public String where() {
    return expression.where();
  }
}
