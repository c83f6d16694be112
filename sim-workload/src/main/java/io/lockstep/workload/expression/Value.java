// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import io.lockstep.io.InputException;
import io.lockstep.io.Placed;
import io.lockstep.io.expression.ValueKind;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.workload.element.ElementType;
import java.math.BigInteger;

/**
 * The value of an element: a literal or an expression. It is rounded once for a float type and must
 * be in range for an integer type. Immutable and thread-safe.
 */
public final class Value implements Placed {
  private final String where;
  private final BigInteger whole;
  private final Double real;
  private final TypedExpression expression;

  private Value(String where, BigInteger whole, Double real, TypedExpression expression) {
    this.where = where;
    this.whole = whole;
    this.real = real;
    this.expression = expression;
  }

  /** Reads a value of a type; integer types accept only whole numbers. */
  public static Value read(YamlNode node, ElementType type, Names names) {
    String where = node.where();
    if (node.isInteger()) {
      BigInteger value = node.asBigInteger();
      type.encodeExactly(where, value);
      return new Value(where, value, null, null);
    }
    if (node.isReal()) {
      if (!type.isFloat()) {
        throw node.expected("an integer for " + type.text());
      }
      return new Value(where, null, node.asDouble(), null);
    }
    if (!node.isText()) {
      throw node.expected("a number or an expression");
    }
    if (!type.isFloat() && names.real().contains(node.asText())) {
      throw new InputException(
          where,
          "'%s' is a real %s, expected a whole one for %s"
              .formatted(node.asText(), names.what(node.asText()), type.text()));
    }
    return new Value(where, null, null, TypedExpression.read(node, names).fitting(type));
  }

  public static Value of(String where, double value) {
    return new Value(where, null, value, null);
  }

  @Override
  public String where() {
    return where;
  }

  /** Returns the raw bits of the value in a type. */
  public long bits(Scope scope, ElementType type) {
    if (real != null) {
      return type.encode(real.doubleValue());
    }
    if (whole != null) {
      return type.encodeExactly(where, whole);
    }
    if (expression.kind() == ValueKind.REAL) {
      return type.encode(expression.real(scope, null));
    }
    return type.encodeExactly(where, BigInteger.valueOf(expression.whole(scope, null)));
  }

  public double real(Scope scope) {
    return Double.longBitsToDouble(bits(scope, ElementType.F64));
  }
}
