// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

/**
 * Properties of a screen for the layout of text.
 *
 * @param width width in columns; {@link #ENDLESS} if lines are neither cut nor wrapped
 */
public record Screen(int width, boolean colours, boolean unicode) {
  public static final int ENDLESS = Integer.MAX_VALUE;

  /** Returns the layout for pipes and files. */
  public static Screen plain() {
    return new Screen(ENDLESS, false, true);
  }

  /** Whether lines must fit a width. */
  public boolean isNarrow() {
    return width != ENDLESS;
  }

  public String shown(String text) {
    return unicode ? text : Ascii.of(text);
  }

  /** Wraps lines at words and indents continuation lines. */
  public String wrapped(String text, String indent) {
    return isNarrow() ? LineWrap.wrap(shown(text), width, indent) : shown(text);
  }
}
