package io.lockstep.trace.workload;

import io.lockstep.trace.InputException;
import io.lockstep.trace.workload.IntegerExpression.Node;
import io.lockstep.trace.workload.IntegerExpression.Operation;
import io.lockstep.trace.yaml.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Recursive descent over one expression's text; precedence as in C: unary minus, then {@code * /
 * %}, then {@code + -}, then shifts.
 */
final class ExpressionParser {
  private static final int MAX_LENGTH = 2000;
  private static final int MAX_DEPTH = 100;

  private final String where;
  private final String text;
  private final Names names;
  private int at;
  private int depth;

  ExpressionParser(String where, String text, Names names) {
    this.where = where;
    this.text = text;
    this.names = names;
  }

  IntegerExpression parse() {
    if (text.length() > MAX_LENGTH) {
      throw new InputException(where, "an expression has at most " + MAX_LENGTH + " characters");
    }
    Node root = shifts();
    if (peek() != 0) {
      throw error("expected an operator, found '" + text.charAt(at) + "'");
    }
    return new IntegerExpression(where, text, root);
  }

  private Node shifts() {
    if (++depth > MAX_DEPTH) {
      throw error("nested deeper than " + MAX_DEPTH);
    }
    Node left = sums();
    while (true) {
      if (accept("<<")) {
        left = IntegerExpression.binary(left, sums(), IntegerExpression::shiftLeft);
      } else if (accept(">>")) {
        left = IntegerExpression.binary(left, sums(), IntegerExpression::shiftRight);
      } else {
        depth--;
        return left;
      }
    }
  }

  private Node sums() {
    Node left = products();
    while (true) {
      if (accept("+")) {
        left = IntegerExpression.binary(left, products(), ADD);
      } else if (accept("-")) {
        left = IntegerExpression.binary(left, products(), SUBTRACT);
      } else {
        return left;
      }
    }
  }

  private static final Operation ADD = IntegerExpression.exact("+", Math::addExact);
  private static final Operation SUBTRACT = IntegerExpression.exact("-", Math::subtractExact);
  private static final Operation MULTIPLY = IntegerExpression.exact("*", Math::multiplyExact);

  private Node products() {
    Node left = unary();
    while (true) {
      if (accept("*")) {
        left = IntegerExpression.binary(left, unary(), MULTIPLY);
      } else if (accept("/")) {
        left = IntegerExpression.binary(left, unary(), IntegerExpression::divide);
      } else if (accept("%")) {
        left = IntegerExpression.binary(left, unary(), IntegerExpression::remainder);
      } else {
        return left;
      }
    }
  }

  private Node unary() {
    if (accept("-")) {
      if (++depth > MAX_DEPTH) {
        throw error("nested deeper than " + MAX_DEPTH);
      }
      Node negated = IntegerExpression.binary(number(0), unary(), SUBTRACT);
      depth--;
      return negated;
    }
    return primary();
  }

  private Node primary() {
    char c = peek();
    if (accept("(")) {
      Node inner = shifts();
      require(")");
      return inner;
    }
    if (c >= '0' && c <= '9') {
      return number(literal());
    }
    if (c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
      String name = word();
      return peek() == '(' ? call(name) : variable(name);
    }
    throw error("expected a number, a name or '(', found " + found());
  }

  private long literal() {
    int start = at;
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    String digits = text.substring(start, at);
    if (at < text.length() && text.charAt(at) == '.') {
      throw error("expected a whole number, found a point");
    }
    try {
      return digits.startsWith("0x")
          ? Long.parseLong(digits.substring(2), 16)
          : Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw error("expected a number of 64 bits, found '" + digits + "'");
    }
  }

  private Node variable(String name) {
    if (names.generator() && name.equals("i")) {
      return (scope, first, n, out) -> {
        for (int k = 0; k < n; k++) {
          out[k] = first + k;
        }
      };
    }
    int start = at - name.length();
    if (!names.whole().contains(name) && !names.real().contains(name)) {
      TreeSet<String> valid = new TreeSet<>(names.whole());
      if (names.generator()) {
        valid.add("i");
      }
      throw error(
          start,
          "unknown name '"
              + name
              + "'"
              + (valid.isEmpty()
                  ? "; there are no whole parameters"
                  : Suggestions.hint(name, valid)));
    }
    if (names.real().contains(name)) {
      throw error(start, "'" + name + "' is a real parameter, expected a whole one");
    }
    return (scope, first, n, out) -> Arrays.fill(out, 0, n, scope.whole(name));
  }

  private Node call(String name) {
    int start = at - name.length();
    List<String> valid = new ArrayList<>(List.of("log2", "min", "max"));
    if (names.generator()) {
      valid.add("mix");
    }
    if (!valid.contains(name)) {
      throw error(start, "unknown function '" + name + "'" + Suggestions.hint(name, valid));
    }
    require("(");
    List<Node> arguments = new ArrayList<>();
    do {
      arguments.add(shifts());
    } while (accept(","));
    require(")");
    int wanted = name.equals("log2") ? 1 : 2;
    if (arguments.size() != wanted) {
      throw error(start, name + " takes " + wanted + " arguments, found " + arguments.size());
    }
    Node a = arguments.get(0);
    Node b = wanted == 2 ? arguments.get(1) : number(0);
    switch (name) {
      case "log2":
        return IntegerExpression.binary(a, b, (x, y) -> IntegerExpression.log2(x));
      case "min":
        return IntegerExpression.binary(a, b, Math::min);
      case "max":
        return IntegerExpression.binary(a, b, Math::max);
      default:
        return IntegerExpression.binary(a, b, Mix::of);
    }
  }

  private static Node number(long value) {
    return (scope, first, n, out) -> Arrays.fill(out, 0, n, value);
  }

  private String word() {
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    return text.substring(start, at);
  }

  private char peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  private boolean accept(String symbol) {
    peek();
    if (text.startsWith(symbol, at)) {
      at += symbol.length();
      return true;
    }
    return false;
  }

  private void require(String symbol) {
    if (!accept(symbol)) {
      throw error("expected '" + symbol + "', found " + found());
    }
  }

  private String found() {
    return peek() == 0 ? "the end" : "'" + text.charAt(at) + "'";
  }

  private InputException error(String what) {
    return error(at, what);
  }

  private InputException error(int position, String what) {
    String shown = text.length() > 60 ? text.substring(0, 57) + "..." : text;
    return new InputException(
        where,
        "in '" + shown.replaceAll("\\s+", " ") + "' at character " + (position + 1) + ": " + what);
  }
}
