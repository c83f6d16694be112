// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import java.util.HashMap;
import java.util.Map;

/**
 * The source files that a text names: each kernel gets the file of its first {@code .loc}
 * directive, which may be a header. Code from other files is attributed as in {@link LineTable}. A
 * kernel without directives keeps the text's own lines. Not thread-safe.
 */
public final class NamedFiles {
  private final PtxText text;
  private final String[] rows;
  private final Map<String, PtxText> byFile = new HashMap<>(); // never iterated

  public NamedFiles(PtxText text) {
    this.text = text;
    rows = text.text().split("\n", -1);
  }

  /** Returns the text with the lines of a function's file. */
  public PtxText of(Syntax.Function function) {
    String file = LineTable.fileOf(rows, function.at().line());
    return file.isEmpty()
        ? text
        : byFile.computeIfAbsent(file, name -> PtxText.compiled(name, text.text(), text.file()));
  }
}
