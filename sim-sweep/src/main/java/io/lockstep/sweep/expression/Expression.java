package io.lockstep.sweep.expression;

import io.lockstep.io.InputException;
import java.util.Collections;
import java.util.Set;
import java.util.function.Function;

/**
 * An expression over named values: {@code n % 16 == 0 && device != 'hd5870'}. Its values are whole
 * numbers of 64 bits ({@link Long}), decimals of 16 digits ({@link java.math.BigDecimal}), texts
 * and truth values; numbers with a unit are in the canonical one, {@code 16KiB} is 16384. Immutable
 * and thread-safe.
 */
public final class Expression {
  private final String where;
  private final String text;
  private final Term term;
  private final Set<String> names;

  private Expression(String where, String text, Term term, Set<String> names) {
    this.where = where;
    this.text = text;
    this.term = term;
    this.names = Collections.unmodifiableSet(names);
  }

  /**
   * Reads an expression.
   *
   * @param where its position, for messages
   * @param text the expression
   * @return what computes it
   * @throws InputException where it is none
   */
  public static Expression of(String where, String text) {
    ExpressionParser parser = new ExpressionParser(where, text);
    Term term = parser.parse();
    return new Expression(where, text, term, parser.names());
  }

  /** {@return its position, for messages} */
  public String where() {
    return where;
  }

  /** {@return as it was written} */
  public String text() {
    return text;
  }

  /** {@return names that it reads, sorted} */
  public Set<String> names() {
    return names;
  }

  /**
   * {@return its value: a Long, a BigDecimal, a Boolean or a String}
   *
   * @param values of the names that it reads, of the same kinds
   * @throws InputException where there is none: a division by zero, a text as a number
   */
  public Object value(Function<String, Object> values) {
    return term.value(values);
  }

  /**
   * {@return whether it holds}
   *
   * @param values of the names that it reads
   * @throws InputException where it is no comparison
   */
  public boolean holds(Function<String, Object> values) {
    Object value = value(values);
    if (value instanceof Boolean truth) {
      return truth;
    }
    throw new InputException(where, "expected a comparison, found " + Operations.describe(value));
  }

  /**
   * {@return a value as a file has it}
   *
   * @param value what {@link #value} answered
   */
  public static String text(Object value) {
    return Operations.text(value);
  }

  @Override
  public String toString() {
    return text;
  }
}
