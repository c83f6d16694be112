package io.lockstep.frontend.ptx;

import io.lockstep.io.InputException;
import java.util.List;

/** Walks over the tokens of a text and tells what was expected. Used by one thread. */
final class Cursor {
  private final SourceText source;
  private final List<Token> tokens;
  private int index;

  Cursor(SourceText source) {
    this.source = source;
    this.tokens = Lexer.tokens(source);
  }

  SourceText source() {
    return source;
  }

  Token peek() {
    return tokens.get(index);
  }

  Token peek(int ahead) {
    return tokens.get(Math.min(index + ahead, tokens.size() - 1));
  }

  Token next() {
    Token t = tokens.get(index);
    if (index < tokens.size() - 1) {
      index++;
    }
    return t;
  }

  /** The token before the next one. */
  Token previous() {
    return tokens.get(Math.max(0, index - 1));
  }

  boolean atEnd() {
    return peek().kind() == Token.Kind.END;
  }

  boolean looking(String text) {
    return peek().is(text);
  }

  boolean accept(String text) {
    if (looking(text)) {
      next();
      return true;
    }
    return false;
  }

  Token expect(String text, String where) {
    if (!looking(text)) {
      throw error("expected '" + text + "' " + where + ", found " + peek().shown());
    }
    return next();
  }

  Token expect(Token.Kind kind, String what) {
    if (peek().kind() != kind) {
      throw error("expected " + what + ", found " + peek().shown());
    }
    return next();
  }

  /** An error at the next token. */
  InputException error(String what) {
    return source.error(peek(), what);
  }

  InputException error(Token at, String what) {
    return source.error(at, what);
  }
}
