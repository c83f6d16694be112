package io.lockstep.kernel.frontend;

/**
 * A word of a kernel's text.
 *
 * @param kind what it is
 * @param text as written
 * @param line from 1
 * @param column from 1
 * @param start index of the first character
 * @param end index after the last character
 */
public record Token(Kind kind, String text, int line, int column, int start, int end) {
  /** What a token is. */
  public enum Kind {
    /** An identifier, register, label or opcode. */
    WORD,
    /** A dot and the word behind it: a directive, modifier or component. */
    DOTTED,
    /** A number. */
    NUMBER,
    /** A text in quotes. */
    STRING,
    /** A sign or bracket. */
    PUNCTUATION,
    /** Behind the last token. */
    END
  }

  /**
   * {@return whether it is a word or sign, not a number or a text in quotes}
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
