// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.operation.Operations;
import io.lockstep.frontend.amdil.statement.IlText;
import io.lockstep.frontend.amdil.statement.OperationEntry;
import io.lockstep.kernel.frontend.TextCharacters;
import io.lockstep.kernel.frontend.TextScanner;
import io.lockstep.kernel.frontend.Token;
import java.util.regex.Pattern;

/**
 * Splits AMD IL into tokens and comments. Used once.
 *
 * <p>A comment extends from a semicolon to the end of its line. If the whole kernel is on one line
 * (its line breaks were lost), a comment ends before the next words that can only be a statement.
 */
final class IlScanner extends TextScanner {
  /** Matches a possible first operand of a statement, to detect the end of a comment. */
  private static final Pattern OPERAND =
      Pattern.compile(
          "(r\\d|l\\d|o\\d|x\\d|i\\d|uav\\d|cb\\d*\\[|g\\[|mem|v[A-Z]|v\\d|va?Tid|-?\\d|_wave).*",
          Pattern.DOTALL);

  private final boolean oneLine;

  IlScanner(IlText source) {
    super(source);
    oneLine = source.isOneLine();
    at = text.startsWith("\uFEFF") ? 1 : 0;
  }

  @Override
  protected Token.Kind token(char c) {
    int start = at;
    if (c == '.' && start > 0 && isComponentsBefore(text.charAt(start - 1))) {
      at++;
      words();
      if (at == start + 1) {
        throw error(start, "expected components such as '.x' after '.'");
      }
      return Token.Kind.DOTTED;
    }
    if (TextCharacters.isDigit(c) || c == '.' && isDigitAt(at + 1)) {
      number();
      return Token.Kind.NUMBER;
    }
    if (TextCharacters.isWord(c)) {
      words();
      return Token.Kind.WORD;
    }
    if ("()[],+-|".indexOf(c) < 0) {
      return null;
    }
    at++;
    return Token.Kind.PUNCTUATION;
  }

  private static boolean isComponentsBefore(char c) {
    return TextCharacters.isWord(c) || c == ']';
  }

  private void words() {
    while (at < text.length() && TextCharacters.isWord(text.charAt(at))) {
      at++;
    }
  }

  /** Scans a decimal or hexadecimal number, or a word that starts with a digit (2d). */
  private void number() {
    int start = at;
    boolean hexadecimal = text.startsWith("0x", at) || text.startsWith("0X", at);
    words();
    if (hexadecimal) {
      return;
    }
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      words();
    }
    boolean exponent = (text.charAt(at - 1) | 32) == 'e' && at - 1 > start;
    if (exponent && isSignedExponent()) {
      at++;
      words();
    }
  }

  @Override
  protected boolean comment() {
    if (text.charAt(at) != ';') {
      return false;
    }
    at++;
    if (!oneLine) {
      skipLine();
      return true;
    }
    while (at < text.length() && !isStatement(at)) {
      at++;
    }
    return true;
  }

  /** Returns whether a statement starts here: an operation and a plausible operand. */
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
    OperationEntry operation = Operations.ofHead(text.substring(index, end));
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
    // "end" is also an English word, so a statement without operands must precede another one.
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
