package io.lockstep.sweep.expression;

import io.lockstep.io.InputException;

/** The text of one expression and how far it is read. One thread. */
final class ExpressionText {
  private static final int SHOWN = 60;

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

  /** The next character that is no space, or 0 at the end. */
  char peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  /** Whether these characters came next; if so, it goes on behind them. */
  boolean accept(String symbol) {
    peek();
    if (text.startsWith(symbol, at)) {
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

  /** The name that comes next: letters, digits, underscores, with points in between. */
  String word() {
    int start = position();
    while (at < text.length() && (isPart(at) || text.charAt(at) == '.' && isPart(at + 1))) {
      at++;
    }
    return text.substring(start, at);
  }

  private boolean isPart(int index) {
    if (index >= text.length()) {
      return false;
    }
    char c = text.charAt(index);
    return c == '_' || c < 128 && Character.isLetterOrDigit(c);
  }

  /** The number that comes next, with the unit that stands right behind it. */
  String number() {
    int start = position();
    while (at < text.length()) {
      char c = text.charAt(at);
      boolean sign =
          (c == '+' || c == '-')
              && "eE".indexOf(text.charAt(at - 1)) >= 0
              && Character.isDigit(text.charAt(Math.max(start, at - 2)));
      if (c != '.' && !sign && !isPart(at)) {
        break;
      }
      at++;
    }
    return text.substring(start, at);
  }

  /** What stands between quotation marks, which come next. */
  String quoted() {
    int start = position();
    int end = text.indexOf(text.charAt(start), start + 1);
    if (end < 0) {
      throw error(start, "the quotation mark has no other one");
    }
    at = end + 1;
    return text.substring(start + 1, end);
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
    String shown = text.length() > SHOWN ? text.substring(0, SHOWN - 3) + "..." : text;
    return new InputException(
        where,
        "in '" + shown.replaceAll("\\s+", " ") + "' at character " + (position + 1) + ": " + what);
  }
}
