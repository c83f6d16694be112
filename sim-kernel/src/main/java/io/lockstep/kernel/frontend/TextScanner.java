// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.io.InputException;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a text into tokens; comments and white space are dropped. Subclasses define the tokens and
 * comments of a language. Used once, by one thread.
 */
public abstract class TextScanner {
  /** The text. */
  protected final String text;

  /** Index of the next character. */
  protected int at;

  private final TokenSource source;
  private int line = 1;
  private int lineStart;

  /**
   * Creates a scanner at the start of a text.
   *
   * @param source source of the text
   */
  protected TextScanner(TokenSource source) {
    this.source = source;
    this.text = source.text();
  }

  /**
   * Moves past the token that starts here.
   *
   * @param c the token's first character
   * @return kind of the token; null if no token starts with the character
   */
  protected abstract Token.Kind token(char c);

  /** {@return whether a comment starts here; if so, moves past it} */
  protected abstract boolean comment();

  /** {@return all tokens, with an END token last} */
  public final List<Token> tokens() {
    List<Token> tokens = new ArrayList<>();
    while (skipBlank()) {
      int start = at;
      Token.Kind kind = token(text.charAt(at));
      if (kind == null) {
        throw error(at, "unexpected character " + TextCharacters.shown(text.charAt(at)));
      }
      tokens.add(new Token(kind, text.substring(start, at), line, column(start), start, at));
    }
    tokens.add(new Token(Token.Kind.END, "", line, column(at), at, at));
    return tokens;
  }

  /** Moves to the next token; returns false at the end. */
  private boolean skipBlank() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n' || c == ' ' || c == '\t' || c == '\r' || c == '\f') {
        skipTo(at + 1);
      } else if (!comment()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Moves on, counting lines.
   *
   * @param end index to move to
   */
  protected final void skipTo(int end) {
    for (; at < end; at++) {
      if (text.charAt(at) == '\n') {
        line++;
        lineStart = at + 1;
      }
    }
  }

  /** Moves to the end of the line. */
  protected final void skipLine() {
    int end = text.indexOf('\n', at);
    at = end < 0 ? text.length() : end;
  }

  /**
   * {@return whether the character at an index is a digit}
   *
   * @param index may lie beyond the text
   */
  protected final boolean isDigitAt(int index) {
    return index < text.length() && TextCharacters.isDigit(text.charAt(index));
  }

  /** {@return whether the sign and the first digit of an exponent start at the current position} */
  protected final boolean isSignedExponent() {
    return at < text.length()
        && (text.charAt(at) == '-' || text.charAt(at) == '+')
        && isDigitAt(at + 1);
  }

  /**
   * {@return an error at an index of the current line}
   *
   * @param index index in the text
   * @param what the message
   */
  protected final InputException error(int index, String what) {
    return source.error(line, column(index), what);
  }

  private int column(int index) {
    return index - lineStart + 1;
  }
}
