package io.lockstep.io.expression;

import java.util.List;

/** A part of an expression as it was written. Immutable. */
public sealed interface Term {
  /** {@return index of its first character in the text} */
  int at();

  /**
   * Calls the method of a visitor for this kind of term.
   *
   * @param <T> what the visitor returns
   * @param visitor is called once
   * @return what the visitor returned
   */
  <T> T accept(Visitor<T> visitor);

  /**
   * One method for each kind of term.
   *
   * @param <T> what is made of a term
   */
  interface Visitor<T> {
    /**
     * {@return what is made of a constant}
     *
     * @param term the constant
     */
    T literal(Literal term);

    /**
     * {@return what is made of a name}
     *
     * @param term the name
     */
    T name(Name term);

    /**
     * {@return what is made of an element of a buffer}
     *
     * @param term the element
     */
    T element(Element term);

    /**
     * {@return what is made of an operator or function with its operands}
     *
     * @param term the operation
     */
    T apply(Apply term);

    /**
     * {@return what is made of a conditional}
     *
     * @param term the conditional
     */
    T choice(Choice term);
  }

  /**
   * A constant.
   *
   * @param at its position
   * @param value a Long, a Double, a Boolean or a String
   */
  record Literal(int at, Object value) implements Term {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.literal(this);
    }
  }

  /**
   * The name of a value.
   *
   * @param at its position
   * @param name words with points in between
   */
  record Name(int at, String name) implements Term {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.name(this);
    }
  }

  /**
   * An element of a buffer, {@code name[index]}.
   *
   * @param at its position
   * @param name of the buffer
   * @param index number of the element
   */
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
   * @param operation what is done
   * @param operands as many as it takes
   */
  record Apply(int at, Operation operation, List<Term> operands) implements Term {
    /**
     * Copied.
     *
     * @param at position of the first operand, the prefix operator or the function
     * @param operation what is done
     * @param operands as many as it takes
     */
    public Apply {
      operands = List.copyOf(operands);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.apply(this);
    }
  }

  /**
   * One of two terms, {@code condition ? yes : no}; only that one is evaluated.
   *
   * @param at its position
   * @param condition a comparison
   * @param yes its value where the condition holds
   * @param no its value elsewhere
   */
  record Choice(int at, Term condition, Term yes, Term no) implements Term {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.choice(this);
    }
  }
}
