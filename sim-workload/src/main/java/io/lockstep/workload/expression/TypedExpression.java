// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import io.lockstep.io.InputException;
import io.lockstep.io.Placed;
import io.lockstep.io.expression.ExpressionParser;
import io.lockstep.io.expression.ExpressionText;
import io.lockstep.io.expression.ValueKind;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.workload.element.ElementType;
import java.util.Set;

/**
 * An expression of a workload file ({@code docs/expressions.md}), compiled for batches of elements.
 * The kind of its values follows from the text and the kinds of parameters and variables.
 *
 * <p>Overflow of whole numbers, their division by zero, shifts by more than 63 bits and indices out
 * of a buffer's bounds are reported as {@link InputException}s. Immutable and thread-safe.
 */
public final class TypedExpression implements Placed {
  private final String where;
  private final String text;
  private final ValueKind kind;
  private final ExpressionNode root;
  private final Uses uses;

  /**
   * The names on which an expression depends.
   *
   * @param numbers parameters and variables
   * @param buffers buffers
   * @param elsewhere buffers that are read at an index other than {@code i}
   */
  public record Uses(Set<String> numbers, Set<String> buffers, Set<String> elsewhere) {
    static final Uses NOTHING = new Uses(Set.of(), Set.of(), Set.of());

    public Uses {
      numbers = Set.copyOf(numbers);
      buffers = Set.copyOf(buffers);
      elsewhere = Set.copyOf(elsewhere);
    }
  }

  TypedExpression(String where, String text, ValueKind kind, ExpressionNode root, Uses uses) {
    this.where = where;
    this.text = text;
    this.kind = kind;
    this.root = root;
    this.uses = uses;
  }

  /** Reads a number, or an expression written as text. */
  public static TypedExpression read(YamlNode node, Names names) {
    if (node.isInteger()) {
      return whole(node.where(), node.asLong());
    }
    if (node.isReal()) {
      long bits = Double.doubleToRawLongBits(node.asDouble());
      return new TypedExpression(
          node.where(), node.raw(), ValueKind.REAL, ExpressionNode.constant(bits), Uses.NOTHING);
    }
    if (!node.isText()) {
      throw node.expected("a number or an expression");
    }
    return parse(node.where(), node.asText(), names);
  }

  static TypedExpression parse(String where, String text, Names names) {
    ExpressionText source = new ExpressionText(where, text);
    ExpressionCompiler compiler = new ExpressionCompiler(source, names);
    TypedNode root = ExpressionParser.parse(source).accept(compiler);
    Uses uses = new Uses(compiler.numbers(), compiler.buffers(), compiler.elsewhere());
    return new TypedExpression(where, text, root.kind(), root.node(), uses);
  }

  public static TypedExpression readCondition(YamlNode node, Names names) {
    if (!node.isText()) {
      throw node.expected("a comparison such as \"flag[0] != 0\"");
    }
    TypedExpression condition = read(node, names);
    if (condition.kind != ValueKind.TRUTH) {
      throw node.wrong(
          "in '" + node.asText() + "': expected a comparison, found " + condition.kind.words());
    }
    return condition;
  }

  /** Reads a whole or real number. */
  public static TypedExpression readNumber(YamlNode node, Names names) {
    TypedExpression number = read(node, names);
    if (number.kind == ValueKind.TRUTH) {
      throw node.wrong(
          "in '" + number.text + "': expected a number, found a comparison (c ? 1 : 0 makes one)");
    }
    return number;
  }

  public static TypedExpression whole(String where, long value) {
    return new TypedExpression(
        where, Long.toString(value), ValueKind.WHOLE, ExpressionNode.constant(value), Uses.NOTHING);
  }

  @Override
  public String where() {
    return where;
  }

  public ValueKind kind() {
    return kind;
  }

  public Uses uses() {
    return uses;
  }

  /** Returns whether the expression depends only on the given numbers. */
  public boolean isOf(Set<String> numbers) {
    return uses.buffers.isEmpty() && numbers.containsAll(uses.numbers);
  }

  /** Returns the value of a whole number, or 0 or 1 for a comparison. */
  public long whole(Scope scope, BufferAccess access) {
    long[] out = new long[1];
    evaluate(ElementBatch.single(scope, access), out);
    return out[0];
  }

  /** Returns the value of a number as a double. */
  public double real(Scope scope, BufferAccess access) {
    long value = whole(scope, access);
    return kind == ValueKind.WHOLE ? value : Double.longBitsToDouble(value);
  }

  /** Evaluates a batch of elements; the results are bits of the expression's kind. */
  public void evaluate(ElementBatch batch, long[] out) {
    root.evaluate(batch, out);
  }

  /**
   * As {@link #evaluate}, with results converted to raw bits of elements: whole numbers are
   * truncated to the width, real numbers are rounded once.
   */
  public void encode(ElementBatch batch, ElementType type, long[] out) {
    evaluate(batch, out);
    for (int k = 0; k < batch.n(); k++) {
      out[k] =
          kind == ValueKind.WHOLE
              ? type.encode(out[k])
              : type.encode(Double.longBitsToDouble(out[k]));
    }
  }

  /** Rejects comparisons, and real numbers if the type is an integer type. */
  public TypedExpression fitting(ElementType type) {
    if (kind == ValueKind.TRUTH) {
      throw new InputException(
          where, "in '" + text + "': expected a number, found a comparison (c ? 1 : 0 makes one)");
    }
    if (kind == ValueKind.REAL && !type.isFloat()) {
      throw new InputException(
          where,
          ("in '%s': expected a whole number for %s, found a real one (floor, ceil, round,"
                  + " trunc make whole ones)")
              .formatted(text, type.text()));
    }
    return this;
  }

  @Override
  public String toString() {
    return text;
  }
}
