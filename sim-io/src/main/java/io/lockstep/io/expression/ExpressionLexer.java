// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the symbols, names, numbers and quoted texts of one expression, in order. */
final class ExpressionLexer {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z0-9_]+)*");
  private static final Pattern NUMBER =
      Pattern.compile("0x[0-9a-fA-F]+|([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?");
  private static final Pattern REST = Pattern.compile("[A-Za-z0-9_.]*");
  private static final Pattern PER = Pattern.compile("/[A-Za-z]+(?![A-Za-z0-9_.(\\[])");

  private final ExpressionText source;
  private final String text;
  private int at;

  ExpressionLexer(ExpressionText source) {
    this.source = source;
    this.text = source.text();
  }

  /** Skips spaces and returns the position of the next symbol. */
  int position() {
    peek();
    return at;
  }

  /** Returns the next character other than a space, or 0 at the end. */
  char peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  boolean isNext(String symbol) {
    peek();
    return text.startsWith(symbol, at);
  }

  /** Returns whether this operator comes next. An operator that is a word must end there. */
  boolean isNextOperator(String symbol) {
    int end = position() + symbol.length();
    return text.startsWith(symbol, at)
        && !(Character.isLetter(symbol.charAt(0))
            && end < text.length()
            && isPartOfName(text.charAt(end)));
  }

  private static boolean isPartOfName(char c) {
    return REST.matcher(String.valueOf(c)).matches();
  }

  /** Skips these characters if they come next, and returns whether they did. */
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

  /** Returns the next name, which is words separated by dots; empty if none follows. */
  String name() {
    return take(NAME);
  }

  /** Returns whether a number comes next. */
  boolean isNumber() {
    char c = peek();
    return c >= '0' && c <= '9'
        || c == '.' && at + 1 < text.length() && Character.isDigit(text.charAt(at + 1));
  }

  /** Returns the next number in canonical units: a Long or a Double. */
  Object number() {
    int start = position();
    String digits = take(NUMBER);
    String unit = take(REST);
    if (unit.isEmpty()) {
      return plain(start, digits);
    }
    Matcher per = PER.matcher(text).region(at, text.length()).useTransparentBounds(true);
    if (per.lookingAt() && Quantity.UNITS.containsKey(unit + per.group())) {
      unit += per.group();
      at = per.end();
    }
    String found = unit;
    return Quantity.of(digits, unit)
        .orElseThrow(
            () ->
                source.error(
                    start,
                    "expected a number, with a unit or without, found '"
                        + digits
                        + found
                        + "'"
                        + Suggestions.nearest(found, Quantity.UNITS.keySet())
                            .filter(near -> found.matches("[A-Za-z]{2,}"))
                            .map(near -> "; did you mean '" + digits + near + "'?")
                            .orElse("")));
  }

  private Object plain(int start, String digits) {
    if (digits.startsWith("0x")) {
      try {
        return Long.parseLong(digits.substring(2), 16);
      } catch (NumberFormatException e) {
        throw tooLarge(start, digits);
      }
    }
    if (!digits.chars().allMatch(Character::isDigit)) {
      return Double.parseDouble(digits);
    }
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw tooLarge(start, digits);
    }
  }

  private InputException tooLarge(int start, String digits) {
    return source.error(start, "expected a whole number of 64 bits, found '" + digits + "'");
  }

  /** Returns the next text between quotation marks. */
  String quoted() {
    int start = position();
    int end = text.indexOf(text.charAt(start), start + 1);
    if (end < 0) {
      throw source.error(start, "the quotation mark has no other one");
    }
    at = end + 1;
    return text.substring(start + 1, end);
  }

  private String take(Pattern pattern) {
    Matcher matcher = pattern.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      return "";
    }
    at = matcher.end();
    return matcher.group();
  }

  /** Describes the next symbol, for messages. */
  String found() {
    return peek() == 0 ? "the end" : "'" + text.charAt(at) + "'";
  }

  InputException error(String what) {
    return source.error(at, what);
  }
}
