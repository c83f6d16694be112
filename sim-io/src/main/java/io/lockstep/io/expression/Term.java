// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

import java.util.List;

/** A part of a parsed expression. Immutable. */
public sealed interface Term {
  /** {@return index of the term's first character in the text} */
  int at();

  /** Calls the visitor's method for this kind of term and returns its result. */
  <T> T accept(Visitor<T> visitor);

  /**
   * A visitor with one method for each kind of term.
   *
   * @param <T> result of the methods
   */
  interface Visitor<T> {
    T literal(Literal term);

    T name(Name term);

    T element(Element term);

    T apply(Apply term);

    T choice(Choice term);
  }

  /** A constant: a Long, a Double, a Boolean or a String. */
  record Literal(int at, Object value) implements Term {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.literal(this);
    }
  }

  /** The name of a value: words separated by dots. */
  record Name(int at, String name) implements Term {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.name(this);
    }
  }

  /** An element of a buffer, {@code name[index]}. */
  record Element(int at, String name, Term index) implements Term {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.element(this);
    }
  }

  /**
   * An operator or function with its operands.
   *
   * @param at position of the first operand, the prefix operator or the function
   */
  record Apply(int at, Operation operation, List<Term> operands) implements Term {
    public Apply {
      operands = List.copyOf(operands);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.apply(this);
    }
  }

  /** A conditional, {@code condition ? yes : no}; only the selected term is evaluated. */
  record Choice(int at, Term condition, Term yes, Term no) implements Term {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.choice(this);
    }
  }
}
