// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import io.lockstep.io.Bounds;
import io.lockstep.io.InputException;
import io.lockstep.io.Placed;
import io.lockstep.io.expression.ValueKind;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import java.util.Optional;

/** A {@link TypedExpression} whose value is a whole number. Immutable and thread-safe. */
public final class IntegerExpression implements Placed {
  private final TypedExpression expression;

  private IntegerExpression(TypedExpression expression) {
    this.expression = expression;
  }

  /** Reads an integer, or an expression written as text. */
  public static IntegerExpression read(YamlNode node, Names names) {
    if (!node.isInteger() && !node.isText()) {
      throw node.expected("an integer or an expression");
    }
    TypedExpression read = TypedExpression.read(node, names);
    if (read.kind() == ValueKind.WHOLE) {
      return new IntegerExpression(read);
    }
    String text = read.toString();
    boolean alone = names.real().contains(text.trim());
    throw node.wrong(
        alone
            ? "in '%s' at character 1: '%s' is a real %s, expected a whole one"
                .formatted(text, text.trim(), names.what(text.trim()))
            : "in '%s': expected a whole number, found %s%s"
                .formatted(
                    text,
                    read.kind().words(),
                    read.kind() == ValueKind.REAL
                        ? " (floor, ceil, round, trunc make whole ones)"
                        : ""));
  }

  public static IntegerExpression constant(String where, long value) {
    return new IntegerExpression(TypedExpression.whole(where, value));
  }

  /** {@return the expression of a key, if present} */
  public static Optional<IntegerExpression> read(YamlMap map, String key, Names names) {
    return map.get(key).map(node -> read(node, names));
  }

  @Override
  public String where() {
    return expression.where();
  }

  public long evaluate(Scope scope) {
    return expression.whole(scope, null);
  }

  /**
   * Returns the value, which must be within bounds, both inclusive.
   *
   * @throws InputException if the value is out of bounds
   */
  public long evaluate(Scope scope, String what, long low, long high) {
    long value = evaluate(scope);
    Bounds bounds = Bounds.of(low, high);
    if (!bounds.contain(value)) {
      String text = expression.toString();
      throw new InputException(
          where(),
          what
              + " must be from "
              + low
              + " to "
              + high
              + ", found "
              + value
              + (text.equals(Long.toString(value)) ? "" : " = " + text)
              + bounds.hint(value));
    }
    return value;
  }

  @Override
  public String toString() {
    return expression.toString();
  }
}
