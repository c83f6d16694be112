package io.lockstep.frontend.amdil;

import io.lockstep.kernel.frontend.TextCharacters;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Splits a text into tokens; comments and white space are dropped. Used once, by one thread.
 *
 * <p>A comment goes from a semicolon to the end of its line. Where a whole kernel stands on one
 * line (it lost its line breaks) a comment ends before the next words that can only be a statement.
 */
final class Lexer {
  /** What the first operand of a statement may look like, for the end of a comment. */
  private static final Pattern OPERAND =
      Pattern.compile(
          "(r\\d|l\\d|o\\d|x\\d|i\\d|uav\\d|cb\\d*\\[|g\\[|mem|v[A-Z]|v\\d|va?Tid|-?\\d|_wave).*",
          Pattern.DOTALL);

  private final SourceText source;
  private final String text;
  private final boolean oneLine;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int line = 1;
  private int lineStart;

  private Lexer(SourceText source) {
    this.source = source;
    this.text = source.text();
    this.oneLine = source.isOneLine();
  }

  /** All tokens; the last one is END. */
  static List<Token> tokens(SourceText source) {
    return new Lexer(source).run();
  }

  private List<Token> run() {
    if (text.startsWith("\uFEFF")) {
      at = 1;
    }
    while (skipBlank()) {
      int start = at;
      char c = text.charAt(at);
      if (c == '.' && start > 0 && isComponentsBefore(text.charAt(start - 1))) {
        at++;
        words();
        if (at == start + 1) {
          throw source.error(line, column(start), "expected components such as '.x' after '.'");
        }
        tokens.add(
            new Token(
                Token.Kind.COMPONENTS,
                text.substring(start + 1, at),
                line,
                column(start),
                start,
                at));
      } else if (TextCharacters.isDigit(c)
          || c == '.' && at + 1 < text.length() && TextCharacters.isDigit(text.charAt(at + 1))) {
        number();
        add(Token.Kind.NUMBER, start);
      } else if (TextCharacters.isWord(c)) {
        words();
        add(Token.Kind.WORD, start);
      } else if ("()[],+-|".indexOf(c) >= 0) {
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

  private static boolean isComponentsBefore(char c) {
    return TextCharacters.isWord(c) || c == ']';
  }

  private void words() {
    while (at < text.length() && TextCharacters.isWord(text.charAt(at))) {
      at++;
    }
  }

  /** Decimal with fraction and exponent, hexadecimal, or a word that starts with a digit (2d). */
  private void number() {
    int start = at;
    boolean hexadecimal =
        text.charAt(at) == '0'
            && at + 1 < text.length()
            && (text.charAt(at + 1) == 'x' || text.charAt(at + 1) == 'X');
    words();
    if (hexadecimal) {
      return;
    }
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      words();
    }
    boolean exponent = (text.charAt(at - 1) | 32) == 'e' && at - 1 > start;
    if (exponent
        && at + 1 < text.length()
        && (text.charAt(at) == '-' || text.charAt(at) == '+')
        && TextCharacters.isDigit(text.charAt(at + 1))) {
      at++;
      words();
    }
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
      } else if (c == ';') {
        comment();
      } else {
        return true;
      }
    }
    return false;
  }

  private void comment() {
    at++;
    if (oneLine) {
      while (at < text.length() && !isStatement(at)) {
        at++;
      }
      return;
    }
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
  }

  /** Whether a statement starts here: an operation, and what it needs behind it. */
  private boolean isStatement(int index) {
    boolean atWord =
        TextCharacters.isWord(text.charAt(index))
            && (index == 0 || text.charAt(index - 1) <= ' ' || text.charAt(index - 1) == ';');
    if (!atWord) {
      return false;
    }
    int end = index;
    while (end < text.length() && text.charAt(end) > ' ' && text.charAt(end) != ';') {
      end++;
    }
    Operation operation = Operations.ofHead(text.substring(index, end));
    if (operation == null) {
      return false;
    }
    int next = end;
    while (next < text.length() && text.charAt(next) <= ' ') {
      next++;
    }
    if (operation.maximum() > 0) {
      return OPERAND.matcher(text).region(next, text.length()).lookingAt();
    }
    // "end" is an English word too: a statement without operands is followed by another.
    if (next >= text.length() || text.charAt(next) == ';') {
      return true;
    }
    int last = next;
    while (last < text.length() && text.charAt(last) > ' ' && text.charAt(last) != ';') {
      last++;
    }
    return Operations.ofHead(text.substring(next, last)) != null;
  }
}
