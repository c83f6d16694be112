package io.lockstep.cli.terminal;

/**
 * The properties of a screen for the layout of text.
 *
 * @param width columns; {@link #ENDLESS} if nothing is cut or wrapped: a pipe, a file
 * @param colours whether colours may be used
 * @param unicode whether characters beyond ASCII can be shown
 */
public record Screen(int width, boolean colours, boolean unicode) {
  /** Room for any line. */
  public static final int ENDLESS = Integer.MAX_VALUE;

  /** The layout for a pipe or a file: complete and plain. */
  public static Screen plain() {
    return new Screen(ENDLESS, false, true);
  }

  /** Whether lines must be made to fit. */
  public boolean isNarrow() {
    return width != ENDLESS;
  }

  /** The text as it can be shown. */
  public String shown(String text) {
    return unicode ? text : Ascii.of(text);
  }

  /** Lines wrapped at words if they do not fit; further lines of each are indented. */
  public String wrapped(String text, String indent) {
    return isNarrow() ? LineWrap.wrap(shown(text), width, indent) : shown(text);
  }
}
