package io.lockstep.frontend.amdil;

/**
 * A word of the text.
 *
 * @param kind what it is
 * @param text as written; components without their dot
 * @param line from 1
 * @param column from 1
 * @param start index of the first character
 * @param end index after the last character
 */
record Token(Kind kind, String text, int line, int column, int start, int end) {
  enum Kind {
    /** A register, an operation or a modifier that follows a parenthesis. */
    WORD,
    /** A dot and the letters behind it. */
    COMPONENTS,
    NUMBER,
    PUNCTUATION,
    END
  }

  boolean is(String expected) {
    return (kind == Kind.WORD || kind == Kind.PUNCTUATION) && text.equals(expected);
  }

  /** Whether it follows another token without a blank between. */
  boolean follows(Token before) {
    return start == before.end();
  }

  /** For messages. */
  String shown() {
    return switch (kind) {
      case END -> "the end of the file";
      case COMPONENTS -> "'." + text + "'";
      default -> "'" + text + "'";
    };
  }
}
