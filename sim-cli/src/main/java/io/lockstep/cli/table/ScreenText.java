// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;

/** Text of wrapped lines and tables for a screen. Not thread-safe. */
final class ScreenText {
  private final StringBuilder text = new StringBuilder();
  private final Screen screen;
  private final String indent;

  /**
   * @param indent indentation of continuation lines
   */
  ScreenText(Screen screen, String indent) {
    this.screen = screen;
    this.indent = indent;
  }

  ScreenText(Screen screen) {
    this(screen, "  ");
  }

  /** Adds a line, wrapped at words. */
  void line(String line) {
    text.append(screen.wrapped(line, indent)).append('\n');
  }

  /** Adds an empty line. */
  void blank() {
    text.append('\n');
  }

  /** Adds an empty line, except at the beginning. */
  void gap() {
    text.append(text.isEmpty() ? "" : "\n");
  }

  /** Adds an empty line and a table. */
  void table(Table table) {
    text.append('\n').append(table.render(screen));
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
