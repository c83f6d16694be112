package io.lockstep.trace.workload;

import io.lockstep.trace.InputException;
import io.lockstep.trace.yaml.YamlNode;
import java.math.BigInteger;

/**
 * A number where an element's value stands: a literal, a real parameter's name, or an integer
 * expression. Immutable and thread-safe.
 */
public final class Value {
  private final String where;
  private final BigInteger whole;
  private final Double real;
  private final String parameter;
  private final IntegerExpression expression;

  private Value(
      String where, BigInteger whole, Double real, String parameter, IntegerExpression expression) {
    this.where = where;
    this.whole = whole;
    this.real = real;
    this.parameter = parameter;
    this.expression = expression;
  }

  /** Reads a value of a type; an integer type takes whole numbers only. */
  static Value read(YamlNode node, ElementType type, Names names) {
    String where = node.where();
    if (node.isInteger()) {
      BigInteger value = node.asBigInteger();
      type.encodeExactly(where, value);
      return new Value(where, value, null, null, null);
    }
    if (node.isReal()) {
      if (!type.isFloat()) {
        throw node.expected("an integer for " + type.text());
      }
      return new Value(where, null, node.asDouble(), null, null);
    }
    if (!node.isText()) {
      throw node.expected("a number or an expression");
    }
    if (names.real().contains(node.asText())) {
      if (!type.isFloat()) {
        throw new InputException(
            where,
            "'" + node.asText() + "' is a real parameter, expected a whole one for " + type.text());
      }
      return new Value(where, null, null, node.asText(), null);
    }
    return new Value(where, null, null, null, IntegerExpression.read(node, names));
  }

  /** A literal. */
  static Value of(String where, double value) {
    return new Value(where, null, value, null, null);
  }

  /** Position of the value. */
  public String where() {
    return where;
  }

  /** Raw bits in a type. */
  long bits(Scope scope, ElementType type) {
    if (real != null) {
      return type.encode(real.doubleValue());
    }
    if (parameter != null) {
      return type.encode(scope.real(parameter));
    }
    return type.encodeExactly(
        where, whole != null ? whole : BigInteger.valueOf(expression.evaluate(scope)));
  }

  /** As a double. */
  double real(Scope scope) {
    return Double.longBitsToDouble(bits(scope, ElementType.F64));
  }
}
