// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

/**
 * A token of a kernel's text.
 *
 * @param kind kind of the token
 * @param text text as written
 * @param line line number, from 1
 * @param column column, from 1
 * @param start index of the first character
 * @param end index after the last character
 */
public record Token(Kind kind, String text, int line, int column, int start, int end) {
  /** The kind of a token. */
  public enum Kind {
    /** An identifier, register, label or opcode. */
    WORD,
    /** A dot and the word after it: a directive, modifier or component. */
    DOTTED,
    /** A number. */
    NUMBER,
    /** A text in quotes. */
    STRING,
    /** A sign or bracket. */
    PUNCTUATION,
    /** The end of the text. */
    END
  }

  /**
   * {@return whether the token is a given word or sign, not a number or a text in quotes}
   *
   * @param expected the word or sign
   */
  public boolean is(String expected) {
    return kind != Kind.STRING && kind != Kind.NUMBER && text.equals(expected);
  }

  /** {@return the word without its dot} */
  public String name() {
    return kind == Kind.DOTTED ? text.substring(1) : text;
  }

  /** {@return the token for messages} */
  public String shown() {
    return kind == Kind.END ? "the end of the file" : "'" + text + "'";
  }
}
