// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.frontend.TokenSource;
import java.util.function.Consumer;

/**
 * A file's name and text, with errors and warnings at positions in it.
 *
 * @param warnings receives messages about accepted but doubtful text
 */
public record IlText(String file, String text, Consumer<String> warnings) implements TokenSource {
  public void warn(Token at, String what) {
    warnings.accept(file + ":" + at.line() + ":" + at.column() + ": " + what);
  }

  @Override
  public InputException error(int line, int column, String what) {
    return new InputException(file + ":" + line + ":" + column, what);
  }

  /** Returns the kernel's name: the file name without folders and extension. */
  public String kernelName() {
    String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    return name.endsWith(".il") ? name.substring(0, name.length() - 3) : name;
  }

  /** Returns whether the text lost its line breaks, so that comments have no visible end. */
  public boolean isOneLine() {
    return text.strip().indexOf('\n') < 0;
  }
}
