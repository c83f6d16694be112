// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.io.InputException;

/** A kernel's text; creates errors with a position in it. */
public interface TokenSource {
  /** {@return the text} */
  String text();

  /**
   * {@return an error at a position of the text}
   *
   * @param line from 1
   * @param column from 1
   * @param what the problem, and what was expected
   */
  InputException error(int line, int column, String what);

  /**
   * {@return an error at a token}
   *
   * @param at the token
   * @param what the problem, and what was expected
   */
  default InputException error(Token at, String what) {
    return error(at.line(), at.column(), what);
  }

  /**
   * {@return the text between two tokens, both included, with white space as single blanks}
   *
   * @param first the first token
   * @param last the last token
   */
  default String between(Token first, Token last) {
    StringBuilder line = new StringBuilder(last.end() - first.start());
    boolean blank = false;
    for (int i = first.start(); i < last.end(); i++) {
      char c = text().charAt(i);
      if (c > ' ') {
        line.append(blank ? " " : "").append(c);
      }
      blank = c <= ' ';
    }
    return line.toString();
  }
}
