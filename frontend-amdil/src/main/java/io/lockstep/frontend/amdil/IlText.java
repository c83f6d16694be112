package io.lockstep.frontend.amdil;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.frontend.TokenSource;
import java.util.function.Consumer;

/**
 * A file's name and text, and the errors and warnings that point into it.
 *
 * @param warnings takes what is accepted but worth a look
 */
record IlText(String file, String text, Consumer<String> warnings) implements TokenSource {
  /** A warning at a token: what was read as what. */
  void warn(Token at, String what) {
    warnings.accept(file + ":" + at.line() + ":" + at.column() + ": " + what);
  }

  @Override
  public InputException error(int line, int column, String what) {
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
}
