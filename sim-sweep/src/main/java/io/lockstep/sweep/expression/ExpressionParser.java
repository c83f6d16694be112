package io.lockstep.sweep.expression;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Recursive descent over one expression's text, with the precedence of workloads' expressions:
 * unary minus and !, then {@code * / %}, {@code + -}, {@code < <= > >=}, {@code == !=}, {@code &&},
 * {@code ||}, {@code ? :}. One thread.
 */
final class ExpressionParser {
  private static final int MAX_LENGTH = 2000;
  private static final int MAX_DEPTH = 100;

  private static final Map<String, UnaryOperator<Object>> OF_ONE = new LinkedHashMap<>();
  private static final Map<String, BinaryOperator<Object>> OF_MANY = new LinkedHashMap<>();

  static {
    OF_ONE.put("abs", Operations::absolute);
    OF_ONE.put("ceil", a -> Operations.round(a, RoundingMode.CEILING));
    OF_ONE.put("floor", a -> Operations.round(a, RoundingMode.FLOOR));
    OF_ONE.put("log2", Operations::log2);
    OF_ONE.put("round", a -> Operations.round(a, RoundingMode.HALF_UP));
    OF_MANY.put("max", Operations::larger);
    OF_MANY.put("min", Operations::smaller);
  }

  private final String where;
  private final String whole;
  private final ExpressionText text;
  private final Set<String> names = new TreeSet<>();
  private int depth;

  ExpressionParser(String where, String text) {
    this.where = where;
    this.whole = text;
    this.text = new ExpressionText(where, text);
  }

  Term parse() {
    if (whole.length() > MAX_LENGTH) {
      throw new InputException(where, "an expression has at most " + MAX_LENGTH + " characters");
    }
    Term root = choice();
    if (text.peek() != 0) {
      throw text.error("expected an operator, found " + text.found());
    }
    return root;
  }

  /** Names that it reads. */
  Set<String> names() {
    return names;
  }

  private void deeper() {
    if (++depth > MAX_DEPTH) {
      throw text.error("nested deeper than " + MAX_DEPTH);
    }
  }

  private Term choice() {
    deeper();
    int start = text.position();
    Term condition = either();
    if (text.accept("?")) {
      Term asked = truth(start, condition);
      Term yes = choice();
      text.require(":");
      Term no = choice();
      condition = n -> (boolean) asked.value(n) ? yes.value(n) : no.value(n);
    }
    depth--;
    return condition;
  }

  private Term truth(int start, Term of) {
    return unary(start, of, Operations::truth);
  }

  private Term either() {
    int start = text.position();
    Term left = both();
    while (text.accept("||")) {
      Term a = truth(start, left);
      Term b = truth(text.position(), both());
      left = n -> (boolean) a.value(n) || (boolean) b.value(n);
    }
    return left;
  }

  private Term both() {
    int start = text.position();
    Term left = equalities();
    while (text.accept("&&")) {
      Term a = truth(start, left);
      Term b = truth(text.position(), equalities());
      left = n -> (boolean) a.value(n) && (boolean) b.value(n);
    }
    return left;
  }

  private Term equalities() {
    int start = text.position();
    Term left = orders();
    while (true) {
      if (text.accept("==")) {
        left = binary(start, left, orders(), Operations::same);
      } else if (text.accept("!=")) {
        left = binary(start, left, orders(), (a, b) -> !Operations.same(a, b));
      } else {
        return left;
      }
    }
  }

  private Term orders() {
    int start = text.position();
    Term left = sums();
    while (true) {
      if (text.accept("<=")) {
        left = binary(start, left, sums(), (a, b) -> Operations.compare(a, b) <= 0);
      } else if (text.accept(">=")) {
        left = binary(start, left, sums(), (a, b) -> Operations.compare(a, b) >= 0);
      } else if (text.accept("<")) {
        left = binary(start, left, sums(), (a, b) -> Operations.compare(a, b) < 0);
      } else if (text.accept(">")) {
        left = binary(start, left, sums(), (a, b) -> Operations.compare(a, b) > 0);
      } else {
        return left;
      }
    }
  }

  private Term sums() {
    int start = text.position();
    Term left = products();
    while (true) {
      if (text.accept("+")) {
        left = binary(start, left, products(), Operations::add);
      } else if (text.accept("-")) {
        left = binary(start, left, products(), Operations::subtract);
      } else {
        return left;
      }
    }
  }

  private Term products() {
    int start = text.position();
    Term left = signed();
    while (true) {
      if (text.accept("*")) {
        left = binary(start, left, signed(), Operations::multiply);
      } else if (text.accept("/")) {
        left = binary(start, left, signed(), Operations::divide);
      } else if (text.accept("%")) {
        left = binary(start, left, signed(), Operations::remainder);
      } else {
        return left;
      }
    }
  }

  private Term signed() {
    int start = text.position();
    boolean minus = text.accept("-");
    if (!minus && !text.accept("!")) {
      return primary();
    }
    deeper();
    Term of = signed();
    depth--;
    return unary(start, of, minus ? Operations::negate : a -> !Operations.truth(a));
  }

  private Term primary() {
    char c = text.peek();
    int start = text.position();
    if (text.accept("(")) {
      Term inner = choice();
      text.require(")");
      return inner;
    }
    if (c == '\'' || c == '"') {
      String quoted = text.quoted();
      return n -> quoted;
    }
    if (c >= '0' && c <= '9') {
      Object number = number(start, text.number());
      return n -> number;
    }
    if (c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
      String name = text.word();
      if (text.peek() == '(') {
        return call(start, name);
      }
      if (name.equals("true") || name.equals("false")) {
        Boolean truth = name.equals("true");
        return n -> truth;
      }
      names.add(name);
      return n -> n.apply(name);
    }
    throw text.error("expected a number, a name, a text or '(', found " + text.found());
  }

  private Object number(int start, String digits) {
    return Quantity.number(digits)
        .orElseThrow(
            () ->
                text.error(
                    start, "expected a number, with a unit or without, found '" + digits + "'"));
  }

  private Term call(int start, String name) {
    if (!OF_ONE.containsKey(name) && !OF_MANY.containsKey(name)) {
      Set<String> valid = new TreeSet<>(OF_ONE.keySet());
      valid.addAll(OF_MANY.keySet());
      throw text.error(start, "unknown function '" + name + "'" + Suggestions.hint(name, valid));
    }
    text.require("(");
    List<Term> arguments = new ArrayList<>();
    do {
      arguments.add(choice());
    } while (text.accept(","));
    text.require(")");
    if (OF_ONE.containsKey(name)) {
      if (arguments.size() != 1) {
        throw text.error(start, "'" + name + "' takes 1 argument, found " + arguments.size());
      }
      return unary(start, arguments.get(0), OF_ONE.get(name));
    }
    if (arguments.size() < 2) {
      throw text.error(start, "'" + name + "' takes 2 arguments or more, found 1");
    }
    Term all = arguments.get(0);
    for (Term next : arguments.subList(1, arguments.size())) {
      all = binary(start, all, next, OF_MANY.get(name));
    }
    return all;
  }

  // ------------------------------------------------------------------ what complains with a place

  private Term unary(int start, Term of, UnaryOperator<Object> operation) {
    return n -> apply(start, n, names -> operation.apply(of.value(names)));
  }

  private Term binary(int start, Term left, Term right, BinaryOperator<Object> operation) {
    return n -> apply(start, n, names -> operation.apply(left.value(names), right.value(names)));
  }

  private Object apply(int start, Function<String, Object> names, Term term) {
    try {
      return term.value(names);
    } catch (ArithmeticException e) {
      throw text.error(start, e.getMessage());
    }
  }
}
