package io.lockstep.judge.validation;

import io.lockstep.io.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What is made of a simulation before it is compared: real arithmetic over parameters, times and
 * statistics. All numbers are doubles (1 / 2 is a half, other than in workloads); {@code + - * /},
 * brackets, {@code min}, {@code max}, {@code log2}. Immutable and thread-safe.
 */
final class Measure {
  private static final int MOST_CHARACTERS = 2000;
  private static final int MOST_LEVELS = 100;

  /** A part of it: its value, or NaN behind a name without one. */
  private interface Node {
    double value(Function<String, OptionalDouble> names);
  }

  private final String where;
  private final String text;
  private final Set<String> names = new TreeSet<>();
  private final Node root;
  private int at;
  private int depth;

  /**
   * Reads an expression.
   *
   * @param where position for messages
   * @param text the expression
   */
  Measure(String where, String text) {
    this.where = where;
    this.text = text;
    if (text.length() > MOST_CHARACTERS) {
      throw new InputException(where, "a measure has at most " + MOST_CHARACTERS + " characters");
    }
    root = sum();
    if (peek() != 0) {
      throw wrong("expected an operator, found '" + text.charAt(at) + "'");
    }
  }

  /** The names that it reads. */
  Set<String> names() {
    return names;
  }

  /** Whether it depends on the time that was simulated. */
  boolean isTimed() {
    return names.contains(SuiteRow.SECONDS) || names.contains(SuiteRow.CYCLES);
  }

  /** Its value; may be infinite or not a number, as IEEE 754 says. */
  double value(Function<String, OptionalDouble> values) {
    return root.value(values);
  }

  @Override
  public String toString() {
    return text;
  }

  private Node sum() {
    if (++depth > MOST_LEVELS) {
      throw wrong("nested deeper than " + MOST_LEVELS + " levels");
    }
    Node left = product();
    while (peek() == '+' || peek() == '-') {
      Node a = left;
      boolean plus = text.charAt(at++) == '+';
      Node b = product();
      left = plus ? v -> a.value(v) + b.value(v) : v -> a.value(v) - b.value(v);
    }
    depth--;
    return left;
  }

  private Node product() {
    Node left = signed();
    while (peek() == '*' || peek() == '/') {
      Node a = left;
      boolean times = text.charAt(at++) == '*';
      Node b = signed();
      left = times ? v -> a.value(v) * b.value(v) : v -> a.value(v) / b.value(v);
    }
    return left;
  }

  private Node signed() {
    boolean negative = false;
    while (peek() == '-') {
      at++;
      negative = !negative;
    }
    Node value = primary();
    return negative ? v -> -value.value(v) : value;
  }

  private Node primary() {
    char next = peek();
    if (next == '(') {
      at++;
      Node inner = sum();
      require(')');
      return inner;
    }
    if (next >= '0' && next <= '9' || next == '.') {
      return number();
    }
    if (Character.isLetter(next) || next == '_') {
      int start = at;
      while (at < text.length() && (isWord(text.charAt(at)) || text.charAt(at) == '.')) {
        at++;
      }
      String name = text.substring(start, at);
      if (peek() == '(') {
        return function(start, name);
      }
      names.add(name);
      return v -> v.apply(name).orElse(Double.NaN);
    }
    throw wrong("expected a number or a name, found " + (next == 0 ? "the end" : "'" + next + "'"));
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private Node number() {
    int start = at;
    while (at < text.length()) {
      char c = text.charAt(at);
      boolean sign = (c == '+' || c == '-') && "eE".indexOf(text.charAt(at - 1)) >= 0 && at > start;
      if (!isWord(c) && c != '.' && !sign) {
        break;
      }
      at++;
    }
    String digits = text.substring(start, at);
    if (!digits.matches("(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?")) {
      at = start;
      throw wrong("expected a number, found '" + digits + "'");
    }
    double value = Double.parseDouble(digits);
    return v -> value;
  }

  private Node function(int start, String name) {
    require('(');
    List<Node> arguments = new ArrayList<>(List.of(sum()));
    while (peek() == ',') {
      at++;
      arguments.add(sum());
    }
    require(')');
    Node first = arguments.get(0);
    if (name.equals("log2") && arguments.size() == 1) {
      return v -> StrictMath.log(first.value(v)) / StrictMath.log(2);
    }
    if ((name.equals("min") || name.equals("max")) && arguments.size() > 1) {
      boolean least = name.equals("min");
      return v -> {
        double best = first.value(v);
        for (Node other : arguments) {
          best = least ? Math.min(best, other.value(v)) : Math.max(best, other.value(v));
        }
        return best;
      };
    }
    at = start;
    throw wrong(
        "expected min(x, y), max(x, y) or log2(x), found '"
            + name
            + "' of "
            + arguments.size()
            + (arguments.size() == 1 ? " value" : " values"));
  }

  private char peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void require(char sign) {
    if (peek() != sign) {
      throw wrong(
          "expected '"
              + sign
              + "', found "
              + (at == text.length() ? "the end" : "'" + text.charAt(at) + "'"));
    }
    at++;
  }

  private InputException wrong(String what) {
    return new InputException(where, "in '" + text + "' at character " + (at + 1) + ": " + what);
  }
}
