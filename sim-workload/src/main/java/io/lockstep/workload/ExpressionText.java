package io.lockstep.workload;

import io.lockstep.io.InputException;

/** The text of one expression and how far it is read. One thread. */
final class ExpressionText {
  private final String where;
  private final String text;
  private int at;

  ExpressionText(String where, String text) {
    this.where = where;
    this.text = text;
  }

  /** Goes on to what comes next; answers where that is. */
  int position() {
    peek();
    return at;
  }

  /** Goes back to where something stood. */
  void back(int position) {
    at = position;
  }

  /** What was read since a position. */
  String since(int position) {
    return text.substring(position, at);
  }

  /** The next character that is no space, or 0 at the end. */
  char peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  /** Whether these characters come next. */
  boolean isNext(String symbol) {
    peek();
    return text.startsWith(symbol, at);
  }

  /** Whether these characters came next; if so, it goes on behind them. */
  boolean accept(String symbol) {
    if (isNext(symbol)) {
      at += symbol.length();
      return true;
    }
    return false;
  }

  void require(String symbol) {
    if (!accept(symbol)) {
      throw error("expected '" + symbol + "', found " + found());
    }
  }

  /** The letters, digits and underscores that come next; may be none. */
  String word() {
    int start = position();
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    return text.substring(start, at);
  }

  /** The number that comes next. */
  TypedNode number() {
    int start = position();
    boolean hexadecimal = text.startsWith("0x", at);
    boolean real = false;
    int end = at;
    while (end < text.length()) {
      char c = text.charAt(end);
      boolean sign = (c == '+' || c == '-') && "eE".indexOf(text.charAt(end - 1)) >= 0;
      boolean point = c == '.' || !hexadecimal && (sign || c == 'e' || c == 'E');
      if (!point && !Character.isLetterOrDigit(c)) {
        break;
      }
      real |= point;
      end++;
    }
    String digits = text.substring(start, end);
    try {
      if (real) {
        if (!digits.matches("[0-9]+(\\.[0-9]*)?([eE][-+]?[0-9]+)?")) {
          throw new NumberFormatException();
        }
        at = end;
        long bits = Double.doubleToRawLongBits(Double.parseDouble(digits));
        return new TypedNode(start, ValueKind.REAL, ExpressionNode.constant(bits));
      }
      at = end;
      long value = hexadecimal ? Long.parseLong(digits.substring(2), 16) : Long.parseLong(digits);
      return new TypedNode(start, ValueKind.WHOLE, ExpressionNode.constant(value));
    } catch (NumberFormatException e) {
      throw error("expected a number of 64 bits, found '" + digits + "'");
    }
  }

  /** What comes next, for messages. */
  String found() {
    return peek() == 0 ? "the end" : "'" + text.charAt(at) + "'";
  }

  /** A complaint about what comes next. */
  InputException error(String what) {
    return error(at, what);
  }

  /** A complaint about one character. */
  InputException error(int position, String what) {
    String shown = text.length() > 60 ? text.substring(0, 57) + "..." : text;
    return new InputException(
        where,
        "in '" + shown.replaceAll("\\s+", " ") + "' at character " + (position + 1) + ": " + what);
  }
}
