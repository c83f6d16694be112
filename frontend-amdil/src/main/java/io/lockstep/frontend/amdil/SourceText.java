package io.lockstep.frontend.amdil;

import io.lockstep.io.InputException;
import java.util.function.Consumer;

/**
 * A file's name and text, and the errors and warnings that point into it. Immutable.
 *
 * @param warnings takes what is accepted but worth a look
 */
record SourceText(String file, String text, Consumer<String> warnings) {
  /** A warning at a token: what was read as what. */
  void warn(Token at, String what) {
    warnings.accept(file + ":" + at.line() + ":" + at.column() + ": " + what);
  }

  /** An error at a token. */
  InputException error(Token at, String what) {
    return error(at.line(), at.column(), what);
  }

  /** An error at a position, both from 1. */
  InputException error(int line, int column, String what) {
    return new InputException(file + ":" + line + ":" + column, what);
  }

  /** The kernel's name: the file's, without folders and ending. */
  String kernelName() {
    String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    return name.endsWith(".il") ? name.substring(0, name.length() - 3) : name;
  }

  /** Whether the text lost its line breaks: then comments have no visible end. */
  boolean isOneLine() {
    return text.strip().indexOf('\n') < 0;
  }

  /** The text between two tokens, both included, on one line. */
  String between(Token first, Token last) {
    return text.substring(first.start(), last.end()).replaceAll("\\s+", " ");
  }
}
