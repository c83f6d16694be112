// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import io.lockstep.kernel.frontend.TextCharacters;
import io.lockstep.kernel.frontend.TextScanner;
import io.lockstep.kernel.frontend.Token;

/** Splits PTX into tokens and comments. Used once. */
final class PtxScanner extends TextScanner {
  PtxScanner(PtxText source) {
    super(source);
  }

  @Override
  protected Token.Kind token(char c) {
    if (c == '.' && at + 1 < text.length() && isFollow(text.charAt(at + 1))) {
      at++;
      // Cache hints such as .L2::128B contain two colons.
      while (at < text.length() && (isFollow(text.charAt(at)) || text.startsWith("::", at))) {
        at += text.charAt(at) == ':' ? 2 : 1;
      }
      return Token.Kind.DOTTED;
    }
    if (TextCharacters.isDigit(c)) {
      number();
      return Token.Kind.NUMBER;
    }
    if (isFollow(c) || c == '%') {
      at++;
      follow();
      return Token.Kind.WORD;
    }
    if (c == '"') {
      string();
      return Token.Kind.STRING;
    }
    boolean two = text.startsWith("<<", at) || text.startsWith(">>", at);
    if (!two && "{}[]()<>,;:+-*/|&^~!@=?".indexOf(c) < 0) {
      return null;
    }
    at += two ? 2 : 1;
    return Token.Kind.PUNCTUATION;
  }

  private static boolean isFollow(char c) {
    return TextCharacters.isWord(c) || c == '$';
  }

  private void follow() {
    while (at < text.length() && isFollow(text.charAt(at))) {
      at++;
    }
  }

  @Override
  protected boolean comment() {
    if (text.startsWith("//", at)) {
      skipLine();
      return true;
    }
    if (!text.startsWith("/*", at)) {
      return false;
    }
    int end = text.indexOf("*/", at + 2);
    if (end < 0) {
      throw error(at, "this comment has no end; expected '*/'");
    }
    skipTo(end + 2);
    return true;
  }

  private void number() {
    int start = at;
    follow();
    if (isDigits(start, at) && at < text.length() && text.charAt(at) == '.' && isDigitAt(at + 1)) {
      at++;
      follow();
    }
    // In 1e-5, the preceding scan stopped at the sign.
    char end = text.charAt(at - 1);
    if ((end == 'e' || end == 'E') && isSignedExponent() && isDecimal(start, at - 1)) {
      at++;
      while (isDigitAt(at)) {
        at++;
      }
    }
  }

  private boolean isDigits(int from, int to) {
    for (int i = from; i < to; i++) {
      if (!isDigitAt(i)) {
        return false;
      }
    }
    return from < to;
  }

  /** Returns whether a range consists of digits with at most one decimal point between them. */
  private boolean isDecimal(int from, int to) {
    int point = text.indexOf('.', from);
    return point < 0 || point >= to
        ? isDigits(from, to)
        : isDigits(from, point) && isDigits(point + 1, to);
  }

  private void string() {
    int start = at++;
    while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\n') {
      at++;
    }
    if (at >= text.length() || text.charAt(at) != '"') {
      throw error(start, "this text has no closing '\"'");
    }
    at++;
  }
}
