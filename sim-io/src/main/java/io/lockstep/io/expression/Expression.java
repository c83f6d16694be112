// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

import io.lockstep.io.InputException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * An expression over named values: {@code n % 16 == 0 && device != 'hd5870'}. Values are whole
 * numbers of 64 bits ({@link Long}), real numbers ({@link Double}), truth values ({@link Boolean})
 * and texts ({@link String}). Immutable and thread-safe.
 */
public final class Expression {
  private static final MathContext DIGITS = new MathContext(15);

  private final ExpressionText text;
  private final Term root;
  private final Set<String> names;

  private Expression(ExpressionText text) {
    this.text = text;
    root = ExpressionParser.parse(text);
    Set<String> found = new TreeSet<>();
    root.accept(
        new KindChecker(
            text,
            name -> {
              found.add(name.name());
              return null;
            }));
    names = Collections.unmodifiableSet(found);
  }

  /**
   * Reads an expression.
   *
   * @param where position for messages
   * @throws InputException at the character that is wrong
   */
  public static Expression of(String where, String text) {
    return new Expression(new ExpressionText(where, text));
  }

  public String where() {
    return text.where();
  }

  public String text() {
    return text.text();
  }

  /** {@return the names that the expression reads, sorted} */
  public Set<String> names() {
    return names;
  }

  /** {@return whether the expression is a single name} */
  public boolean isName() {
    return root instanceof Term.Name;
  }

  /**
   * {@return the value: a Long, a finite Double, a Boolean or a String}
   *
   * @param values finds the value of a name; numbers other than Long are treated as real
   * @throws InputException if there is no value, because of a division by zero or a text in place
   *     of a number, for example
   */
  public Object value(Function<String, ?> values) {
    Object value = root.accept(new TermEvaluator(text, values));
    if (value instanceof Double real && !Double.isFinite(real)) {
      throw new InputException(where(), "in '" + text() + "': the result is " + real);
    }
    return value;
  }

  /**
   * {@return the value as a double, which may be infinite or NaN}
   *
   * @param values finds the value of a name; numbers other than Long are treated as real
   * @throws InputException if the value is not a number
   */
  public double real(Function<String, ?> values) {
    Object value = root.accept(new TermEvaluator(text, values));
    return number(value).doubleValue();
  }

  /**
   * {@return whether the comparison holds}
   *
   * @param values finds the value of a name; numbers other than Long are treated as real
   * @throws InputException if the expression is not a comparison
   */
  public boolean holds(Function<String, ?> values) {
    Object value = root.accept(new TermEvaluator(text, values));
    return truth(value);
  }

  /**
   * {@return a value of this expression as a number}
   *
   * @throws InputException if the value is not a number
   */
  public Number number(Object value) {
    ValueKind.of(value).requireNumber(text, root.at());
    return (Number) value;
  }

  /**
   * {@return a value of this expression as a truth value}
   *
   * @throws InputException if the value is not a truth value
   */
  public boolean truth(Object value) {
    ValueKind.of(value).requireTruth(text, root.at());
    return (boolean) value;
  }

  /**
   * Checks that the expression is a number if all its names are real numbers; returns this
   * expression.
   *
   * @throws InputException at the operand of the wrong kind
   */
  public Expression ofReals() {
    ValueKind kind = root.accept(new KindChecker(text, name -> ValueKind.REAL));
    (kind == null ? ValueKind.TEXT : kind).requireNumber(text, root.at());
    return this;
  }

  /** {@return a value as stored in files; numbers as {@link #decimal}, so that 0.1 * 3 is 0.3} */
  public static String text(Object value) {
    if (value instanceof BigDecimal decimal) {
      return plain(decimal);
    }
    return value instanceof Double real && Double.isFinite(real)
        ? plain(decimal(real))
        : value.toString();
  }

  /**
   * {@return a number as a decimal: whole numbers up to 2^53 exactly, others with 15 digits}
   *
   * @param value a Long, a finite Double or a BigDecimal
   */
  public static BigDecimal decimal(Number value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof Long whole) {
      return BigDecimal.valueOf(whole);
    }
    double real = value.doubleValue();
    BigDecimal exact = new BigDecimal(real);
    if (exact.scale() <= 0 && Math.abs(real) <= 0x1p53) {
      return exact;
    }
    BigDecimal rounded = exact.round(DIGITS).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  private static String plain(BigDecimal value) {
    return (value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros()).toPlainString();
  }

  @Override
  public String toString() {
    return text();
  }
}
