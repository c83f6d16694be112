// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.io.InputException;
import java.util.Locale;
import java.util.Set;

/** Validates a user's query, which must be a single statement that only reads. */
final class SqlText {
  private static final Set<String> READING = Set.of("select", "with", "values", "explain");

  private SqlText() {}

  /** Throws unless the text is a single query. SQLite has not executed any of it then. */
  static void check(String sql) {
    int at = blank(sql, 0);
    int end = at;
    while (end < sql.length() && Character.isLetter(sql.charAt(end))) {
      end++;
    }
    String first = sql.substring(at, end).toLowerCase(Locale.ROOT);
    if (!READING.contains(first)) {
      String found = first.isEmpty() ? "something else" : first;
      throw new InputException(
          "query", "expected select, with, values or explain, found " + found + "; it only reads");
    }
    for (; at < sql.length(); at++) {
      int next = blank(sql, at);
      if (next > at) {
        at = next - 1;
        continue;
      }
      char c = sql.charAt(at);
      if (c == '\'' || c == '"' || c == '`' || c == '[') {
        int close = sql.indexOf(c == '[' ? ']' : c, at + 1);
        at = close < 0 ? sql.length() : close; // SQLite reports an unterminated literal
      } else if (c == ';' && blank(sql, at + 1) < sql.length()) {
        throw new InputException(
            "query", "more than one statement: something follows the semicolon at " + (at + 1));
      }
    }
  }

  /**
   * Returns a query with its names in backquotes in place of double quotes. SQLite takes a name in
   * double quotes that no column has for a text, and one in backquotes for an error.
   */
  static String strict(String sql) {
    StringBuilder strict = new StringBuilder();
    int at = 0;
    while (at < sql.length()) {
      int next = blank(sql, at);
      char c = next < sql.length() ? sql.charAt(next) : ' ';
      if (next > at) {
        strict.append(' ');
      } else if (c == '"' || c == '\'' || c == '`' || c == '[') {
        next = closed(sql, at);
        String text = sql.substring(at, next);
        strict.append(
            text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                ? backquoted(text)
                : text);
      } else {
        strict.append(c);
        next++;
      }
      at = next;
    }
    return strict.toString();
  }

  /**
   * Returns the position behind a quoted name or text that begins at a position. A doubled quote
   * inside is a character of it.
   */
  private static int closed(String sql, int from) {
    char quote = sql.charAt(from);
    int close = sql.indexOf(quote == '[' ? ']' : quote, from + 1);
    while (quote != '[' && close > 0 && sql.startsWith("" + quote, close + 1)) {
      close = sql.indexOf(quote, close + 2);
    }
    return close < 0 ? sql.length() : close + 1;
  }

  private static String backquoted(String name) {
    String plain = name.substring(1, name.length() - 1).replace("\"\"", "\"");
    return "`" + plain.replace("`", "``") + "`";
  }

  /** Returns the end of the blanks and comments that start at a position. */
  private static int blank(String sql, int from) {
    int at = from;
    while (at < sql.length()) {
      if (Character.isWhitespace(sql.charAt(at))) {
        at++;
      } else if (sql.startsWith("--", at)) {
        int end = sql.indexOf('\n', at);
        at = end < 0 ? sql.length() : end + 1;
      } else if (sql.startsWith("/*", at)) {
        int end = sql.indexOf("*/", at + 2);
        at = end < 0 ? sql.length() : end + 2;
      } else {
        break;
      }
    }
    return at;
  }
}
