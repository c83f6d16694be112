// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.io.InputException;
import java.util.List;

/** Iterates over the tokens of a text and reports unexpected tokens. Used by one thread. */
public class TokenCursor {
  private final TokenSource source;
  private final List<Token> tokens;
  private int index;

  /**
   * Creates a cursor before the first token.
   *
   * @param source creates the errors
   * @param tokens all tokens, with the END token last
   */
  public TokenCursor(TokenSource source, List<Token> tokens) {
    this.source = source;
    this.tokens = tokens;
  }

  /** {@return the source of the tokens} */
  public final TokenSource source() {
    return source;
  }

  /** {@return the next token, without moving} */
  public final Token peek() {
    return tokens.get(index);
  }

  /**
   * {@return a later token; the END token if there are fewer tokens}
   *
   * @param ahead tokens to skip
   */
  public final Token peek(int ahead) {
    return tokens.get(Math.min(index + ahead, tokens.size() - 1));
  }

  /** {@return the next token} Moves past this token unless it is the end. */
  public final Token next() {
    Token t = tokens.get(index);
    if (index < tokens.size() - 1) {
      index++;
    }
    return t;
  }

  /** {@return the token read last} */
  public final Token previous() {
    return tokens.get(Math.max(0, index - 1));
  }

  /** {@return whether all tokens have been read} */
  public final boolean atEnd() {
    return peek().kind() == Token.Kind.END;
  }

  /**
   * Reads the next token if it is a given word or sign.
   *
   * @param text the word or sign
   * @return whether it was read
   */
  public final boolean accept(String text) {
    boolean is = peek().is(text);
    if (is) {
      next();
    }
    return is;
  }

  /**
   * Reads a given word or sign.
   *
   * @param text the word or sign
   * @param where context, for the message
   * @return the token
   * @throws InputException if another token is next
   */
  public final Token expect(String text, String where) {
    if (!peek().is(text)) {
      throw error("expected '" + text + "' " + where + ", found " + peek().shown());
    }
    return next();
  }

  /**
   * Reads a token of a given kind.
   *
   * @param kind expected kind
   * @param what description of the expected token, for the message
   * @return the token
   * @throws InputException if another token is next
   */
  public final Token expect(Token.Kind kind, String what) {
    if (peek().kind() != kind) {
      throw error("expected " + what + ", found " + peek().shown());
    }
    return next();
  }

  /**
   * {@return an error at the next token}
   *
   * @param what the message
   */
  public final InputException error(String what) {
    return source.error(peek(), what);
  }

  /**
   * {@return an error at a token}
   *
   * @param at the token
   * @param what the message
   */
  public final InputException error(Token at, String what) {
    return source.error(at, what);
  }
}
