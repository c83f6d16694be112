package io.lockstep.frontend.ptx;

import io.lockstep.kernel.frontend.TextCharacters;
import java.util.ArrayList;
import java.util.List;

/** Splits a text into tokens; comments and white space are dropped. Used once, by one thread. */
final class Lexer {
  private final SourceText source;
  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int line = 1;
  private int lineStart;

  private Lexer(SourceText source) {
    this.source = source;
    this.text = source.text();
  }

  /** All tokens; the last one is END. */
  static List<Token> tokens(SourceText source) {
    return new Lexer(source).run();
  }

  private List<Token> run() {
    while (skipBlank()) {
      int start = at;
      char c = text.charAt(at);
      if (c == '.' && at + 1 < text.length() && isFollow(text.charAt(at + 1))) {
        at++;
        // Cache hints such as .L2::128B carry two colons.
        while (at < text.length() && (isFollow(text.charAt(at)) || text.startsWith("::", at))) {
          at += text.charAt(at) == ':' ? 2 : 1;
        }
        add(Token.Kind.MODIFIER, start);
      } else if (TextCharacters.isDigit(c)) {
        number();
        add(Token.Kind.NUMBER, start);
      } else if (isFollow(c) || c == '%') {
        at++;
        while (at < text.length() && isFollow(text.charAt(at))) {
          at++;
        }
        add(Token.Kind.WORD, start);
      } else if (c == '"') {
        string();
        add(Token.Kind.STRING, start);
      } else if (text.startsWith("<<", at) || text.startsWith(">>", at)) {
        at += 2;
        add(Token.Kind.PUNCTUATION, start);
      } else if ("{}[]()<>,;:+-*/|&^~!@=?".indexOf(c) >= 0) {
        at++;
        add(Token.Kind.PUNCTUATION, start);
      } else {
        throw source.error(line, column(at), "unexpected character " + TextCharacters.shown(c));
      }
    }
    tokens.add(new Token(Token.Kind.END, "", line, column(at), at, at));
    return tokens;
  }

  private void add(Token.Kind kind, int start) {
    tokens.add(new Token(kind, text.substring(start, at), line, column(start), start, at));
  }

  private int column(int index) {
    return index - lineStart + 1;
  }

  private static boolean isFollow(char c) {
    return TextCharacters.isWord(c) || c == '$';
  }

  /** Moves to the next token; false at the end. */
  private boolean skipBlank() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        at++;
        line++;
        lineStart = at;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
        at++;
      } else if (text.startsWith("//", at)) {
        while (at < text.length() && text.charAt(at) != '\n') {
          at++;
        }
      } else if (text.startsWith("/*", at)) {
        comment();
      } else {
        return true;
      }
    }
    return false;
  }

  private void comment() {
    int end = text.indexOf("*/", at + 2);
    if (end < 0) {
      throw source.error(line, column(at), "this comment has no end; expected '*/'");
    }
    for (; at < end + 2; at++) {
      if (text.charAt(at) == '\n') {
        line++;
        lineStart = at + 1;
      }
    }
  }

  private void number() {
    int start = at;
    while (at < text.length() && isFollow(text.charAt(at))) {
      at++;
    }
    boolean decimal = isDigits(start, at);
    if (decimal
        && at + 1 < text.length()
        && text.charAt(at) == '.'
        && TextCharacters.isDigit(text.charAt(at + 1))) {
      at++;
      while (at < text.length() && isFollow(text.charAt(at))) {
        at++;
      }
    }
    // 1e-5: the run above stopped at the sign.
    char end = text.charAt(at - 1);
    if ((end == 'e' || end == 'E')
        && at + 1 < text.length()
        && isDecimal(start, at - 1)
        && (text.charAt(at) == '-' || text.charAt(at) == '+')
        && TextCharacters.isDigit(text.charAt(at + 1))) {
      at++;
      while (at < text.length() && TextCharacters.isDigit(text.charAt(at))) {
        at++;
      }
    }
  }

  private boolean isDigits(int from, int to) {
    for (int i = from; i < to; i++) {
      if (!TextCharacters.isDigit(text.charAt(i))) {
        return false;
      }
    }
    return from < to;
  }

  /** Digits with at most one point between them. */
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
      throw source.error(line, column(start), "this text has no closing '\"'");
    }
    at++;
  }
}
