// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.frontend.TokenSource;
import java.util.Optional;

/**
 * A file's name and text, and errors at positions in it.
 *
 * @param file name of the file, also if a compiler generated the text from it
 * @param lines maps lines of generated text to lines of the file; empty if the text is the file's
 *     content
 * @param generated name of generated text in messages
 */
public record PtxText(String file, String text, Optional<LineTable> lines, String generated)
    implements TokenSource {
  public PtxText(String file, String text) {
    this(file, text, Optional.empty(), file);
  }

  /** Returns a text that a compiler generated from a file, with line directives. */
  public static PtxText compiled(String file, String text, String generated) {
    return new PtxText(file, text, Optional.of(LineTable.of(file, text)), generated);
  }

  /** Returns the file's line for a line of the text, both from 1; 0 if unknown. */
  public int line(int ofText) {
    return lines.map(table -> table.line(ofText)).orElse(ofText);
  }

  /** Returns the file's column for a token of the text, from 1; 0 if unknown. */
  public int column(Token ofText) {
    return lines.map(table -> table.column(ofText.line())).orElse(ofText.column());
  }

  @Override
  public InputException error(int line, int column, String what) {
    String where = generated + ":" + line + ":" + column;
    if (lines.isEmpty()) {
      return new InputException(where, what);
    }
    int known = line(line);
    return new InputException(
        known > 0 ? file + ":" + known : file, what + " (in the PTX made of it, " + where + ")");
  }

  /** Returns an error at the file's line for a line of generated text; empty if unknown. */
  public Optional<InputException> inSource(int ofText, String what) {
    int known = lines.isEmpty() ? 0 : line(ofText);
    return known > 0 ? Optional.of(new InputException(file + ":" + known, what)) : Optional.empty();
  }
}
