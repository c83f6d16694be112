package io.lockstep.frontend.amdil;

import io.lockstep.io.InputException;
import java.util.ArrayList;
import java.util.List;

/** A text's tokens with the place that has been read. Used by one thread. */
final class TokenStream {
  private final SourceText source;
  private final List<Token> tokens;
  private int index;

  TokenStream(SourceText source, List<Token> tokens) {
    this.source = source;
    this.tokens = tokens;
  }

  Token peek() {
    return tokens.get(index);
  }

  Token next() {
    Token t = tokens.get(index);
    if (index < tokens.size() - 1) {
      index++;
    }
    return t;
  }

  /** The token read last. */
  Token previous() {
    return tokens.get(Math.max(0, index - 1));
  }

  boolean accept(String text) {
    if (peek().is(text)) {
      next();
      return true;
    }
    return false;
  }

  /** Whether the next token follows without a blank. */
  boolean glued() {
    return index > 0 && peek().follows(previous());
  }

  InputException error(Token at, String what) {
    return source.error(at, what);
  }

  /** {@code (a,b)} as texts. */
  List<String> arguments() {
    Token open = next();
    List<String> list = new ArrayList<>();
    StringBuilder one = new StringBuilder();
    while (!peek().is(")")) {
      Token t = next();
      if (t.kind() == Token.Kind.END) {
        throw error(open, "this parenthesis has no end; expected ')'");
      }
      if (t.is(",")) {
        list.add(one.toString());
        one.setLength(0);
      } else {
        one.append(t.kind() == Token.Kind.COMPONENTS ? "." : "").append(t.text());
      }
    }
    next();
    list.add(one.toString());
    return List.copyOf(list);
  }
}
