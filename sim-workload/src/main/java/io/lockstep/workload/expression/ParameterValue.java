// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import io.lockstep.io.yaml.YamlNode;
import java.math.BigDecimal;

/**
 * The value of a whole or real parameter.
 *
 * @param whole the value if it is whole, otherwise 0
 * @param real the value as a double
 * @param text canonical text, which is the same for all notations of a number
 */
public record ParameterValue(boolean isWhole, long whole, double real, String text) {
  /** Reads a value, whose form determines whether it is whole. */
  public static ParameterValue read(YamlNode node) {
    if (node.isInteger()) {
      return of(node.asLong());
    }
    if (!node.isReal()) {
      throw node.expected("a number");
    }
    BigDecimal value = node.asDecimal();
    double real = node.asDouble();
    BigDecimal exact = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    String text =
        exact.scale() <= 0 && exact.precision() - exact.scale() <= 17
            ? exact.setScale(1).toPlainString()
            : exact.toString();
    return new ParameterValue(false, 0, real, text);
  }

  /** Reads a replacement for a value, which must be whole if the given value is whole. */
  public static ParameterValue read(YamlNode node, ParameterValue like) {
    if (like.isWhole && !node.isInteger()) {
      throw node.expected("an integer, as its default " + like.text + " is one");
    }
    if (like.isWhole || node.isReal()) {
      return read(node);
    }
    if (!node.isInteger()) {
      throw node.expected("a number");
    }
    return read(YamlNode.scalar(node.where(), node.asBigInteger() + ".0"));
  }

  static ParameterValue of(long value) {
    return new ParameterValue(true, value, value, Long.toString(value));
  }

  /** Reads a value from a command line. */
  public static ParameterValue parse(String name, String text, ParameterValue like) {
    YamlNode node = YamlNode.scalar("--param " + name, text.trim());
    if (node.isText() && node.raw().length() > 200) {
      throw node.wrong("expected a number");
    }
    return read(node, like);
  }
}
