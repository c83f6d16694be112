package io.lockstep.frontend.ptx;

import io.lockstep.trace.InputException;

/** A file's name and text, and the errors that point into it. Immutable. */
record SourceText(String file, String text) {
  /** An error at a token. */
  InputException error(Token at, String what) {
    return error(at.line(), at.column(), what);
  }

  /** An error at a position, both from 1. */
  InputException error(int line, int column, String what) {
    return new InputException(file + ":" + line + ":" + column, what);
  }

  /** The text between two tokens, both included, on one line. */
  String between(Token first, Token last) {
    StringBuilder line = new StringBuilder(last.end() - first.start());
    boolean blank = false;
    for (int i = first.start(); i < last.end(); i++) {
      char c = text.charAt(i);
      if (c <= ' ') {
        blank = true;
        continue;
      }
      if (blank) {
        line.append(' ');
        blank = false;
      }
      line.append(c);
    }
    return line.toString();
  }
}
