// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.util.ArrayList;
import java.util.List;

/** A recursive-descent parser of one expression, with C's precedence. */
public final class ExpressionParser {
  private static final int MAX_LENGTH = 2000;
  private static final int MAX_DEPTH = 100;

  private final ExpressionText source;
  private final ExpressionLexer text;
  private int depth;

  private ExpressionParser(ExpressionText source) {
    this.source = source;
    this.text = new ExpressionLexer(source);
  }

  /**
   * Parses an expression.
   *
   * @throws InputException at the character that is wrong
   */
  public static Term parse(ExpressionText source) {
    return new ExpressionParser(source).parse();
  }

  private Term parse() {
    if (source.text().length() > MAX_LENGTH) {
      throw source.wrong("an expression has at most " + MAX_LENGTH + " characters");
    }
    Term root = choice();
    if (text.peek() != 0) {
      throw text.error("expected an operator, found " + text.found());
    }
    return root;
  }

  private void deeper() {
    if (++depth > MAX_DEPTH) {
      throw text.error("nested deeper than " + MAX_DEPTH);
    }
  }

  private Term choice() {
    deeper();
    Term term = infix(Operation.LOWEST);
    if (text.accept("?")) {
      Term yes = choice();
      text.require(":");
      term = new Term.Choice(term.at(), term, yes, choice());
    }
    depth--;
    return term;
  }

  /** Reads operands and left-associative operators with at least the given precedence. */
  private Term infix(int precedence) {
    Term left = prefix();
    while (true) {
      Operation next = Operation.infix(text);
      if (next == null || next.precedence() < precedence) {
        return left;
      }
      text.require(next.symbol());
      left = new Term.Apply(left.at(), next, List.of(left, infix(next.precedence() + 1)));
    }
  }

  private Term prefix() {
    int start = text.position();
    for (Operation operation : Operation.PREFIXES) {
      if (text.accept(operation.symbol())) {
        deeper();
        Term operand = prefix();
        depth--;
        return new Term.Apply(start, operation, List.of(operand));
      }
    }
    return power(start);
  }

  /** Reads a power, which is right-associative and binds more tightly than a sign before it. */
  private Term power(int start) {
    Term base = primary(start);
    if (!text.accept(Operation.POWER.symbol())) {
      return base;
    }
    deeper();
    Term exponent = prefix();
    depth--;
    return new Term.Apply(start, Operation.POWER, List.of(base, exponent));
  }

  private Term primary(int start) {
    if (text.accept("(")) {
      Term inner = choice();
      text.require(")");
      return inner;
    }
    if (text.isNext("'") || text.isNext("\"")) {
      return new Term.Literal(start, text.quoted());
    }
    if (text.isNumber()) {
      return new Term.Literal(start, text.number());
    }
    String name = text.name();
    if (name.isEmpty()) {
      throw text.error("expected a number, a name or '(', found " + text.found());
    }
    if (text.isNext("(")) {
      return call(start, name);
    }
    if (text.accept("[")) {
      Term index = choice();
      text.require("]");
      return new Term.Element(start, name, index);
    }
    return name.equals("true") || name.equals("false")
        ? new Term.Literal(start, name.equals("true"))
        : new Term.Name(start, name);
  }

  private Term call(int start, String name) {
    Operation function = Operation.FUNCTIONS.get(name);
    if (function == null) {
      throw source.error(
          start,
          "unknown function '" + name + "'" + Suggestions.hint(name, Operation.FUNCTIONS.keySet()));
    }
    text.require("(");
    List<Term> arguments = new ArrayList<>();
    do {
      arguments.add(choice());
    } while (text.accept(","));
    text.require(")");
    if (function != Operation.SELECT) {
      return new Term.Apply(start, function, arguments);
    }
    function.checkCount(source, start, arguments.size());
    return new Term.Choice(start, arguments.get(0), arguments.get(1), arguments.get(2));
  }
}
