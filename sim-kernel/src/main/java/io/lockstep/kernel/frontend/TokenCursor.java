package io.lockstep.kernel.frontend;

import io.lockstep.io.InputException;
import java.util.List;

/** Walks over the tokens of a text and says what was expected. Used by one thread. */
public class TokenCursor {
  private final TokenSource source;
  private final List<Token> tokens;
  private int index;

  /**
   * A cursor before the first token.
   *
   * @param source makes the errors
   * @param tokens the last one is the end
   */
  public TokenCursor(TokenSource source, List<Token> tokens) {
    this.source = source;
    this.tokens = tokens;
  }

  /** {@return the text that the tokens are of} */
  public final TokenSource source() {
    return source;
  }

  /** {@return the next token, which stays the next one} */
  public final Token peek() {
    return tokens.get(index);
  }

  /**
   * {@return a token further on; at most the end}
   *
   * @param ahead tokens to skip
   */
  public final Token peek(int ahead) {
    return tokens.get(Math.min(index + ahead, tokens.size() - 1));
  }

  /** {@return the next token, and moves behind it; the end stays} */
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

  /** {@return whether all is read} */
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
   * @param where for the message
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
   * @param what for the message
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
   * @param what is wrong
   */
  public final InputException error(String what) {
    return source.error(peek(), what);
  }

  /**
   * {@return an error at a token}
   *
   * @param at the token
   * @param what is wrong
   */
  public final InputException error(Token at, String what) {
    return source.error(at, what);
  }
}
