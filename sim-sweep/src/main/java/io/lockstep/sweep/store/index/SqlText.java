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
