package io.lockstep.frontend.ptx;

/**
 * A word of the text.
 *
 * @param kind what it is
 * @param text as written; a modifier keeps its dot
 * @param line from 1
 * @param column from 1
 * @param start index of the first character
 * @param end index after the last character
 */
record Token(Kind kind, String text, int line, int column, int start, int end) {
  enum Kind {
    /** An identifier, register, label, opcode or the sink {@code _}. */
    WORD,
    /** A dot and what follows it: directive, modifier or component. */
    MODIFIER,
    NUMBER,
    STRING,
    PUNCTUATION,
    END
  }

  boolean is(String expected) {
    return kind != Kind.STRING && kind != Kind.NUMBER && text.equals(expected);
  }

  /** A modifier's name without its dot. */
  String name() {
    return kind == Kind.MODIFIER ? text.substring(1) : text;
  }

  /** For messages. */
  String shown() {
    return kind == Kind.END ? "the end of the file" : "'" + text + "'";
  }
}
