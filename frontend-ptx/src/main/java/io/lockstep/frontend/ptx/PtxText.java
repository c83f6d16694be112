package io.lockstep.frontend.ptx;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.frontend.TokenSource;
import java.util.Optional;

/**
 * A file's name and text, and the errors that point into it.
 *
 * @param file the file, also where a compiler made the text from it
 * @param lines the file's lines behind those of the text; empty if the text is the file's own
 * @param generated what messages call a text that a compiler made
 */
record PtxText(String file, String text, Optional<LineTable> lines, String generated)
    implements TokenSource {
  /** A file's own text. */
  PtxText(String file, String text) {
    this(file, text, Optional.empty(), file);
  }

  /** A text that a compiler made from a file and wrote line directives into. */
  static PtxText compiled(String file, String text, String generated) {
    return new PtxText(file, text, Optional.of(LineTable.of(file, text)), generated);
  }

  /** The file's line behind a line of the text, both from 1; 0 if none is known. */
  int line(int ofText) {
    return lines.map(table -> table.line(ofText)).orElse(ofText);
  }

  /** The file's column behind a token of the text, from 1; 0 if none is known. */
  int column(Token ofText) {
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

  /**
   * An error at the file's line behind a line of the text that was compiled from it, without a word
   * of that text; empty if the line is not known.
   */
  Optional<InputException> inSource(int ofText, String what) {
    int known = lines.isEmpty() ? 0 : line(ofText);
    return known > 0 ? Optional.of(new InputException(file + ":" + known, what)) : Optional.empty();
  }
}
