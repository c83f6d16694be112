package io.lockstep.cli.terminal;

/**
 * What a text is laid out for. Immutable.
 *
 * @param width columns; {@link #ENDLESS} if nothing is cut or wrapped: a pipe, a file
 * @param colours whether emphasis may be coded
 * @param unicode whether more than ASCII can be shown
 */
public record Screen(int width, boolean colours, boolean unicode) {
  /** Room for any line. */
  public static final int ENDLESS = Integer.MAX_VALUE;

  /** What a pipe or a file takes: everything, plain. */
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
    return isNarrow() ? Words.wrap(shown(text), width, indent) : shown(text);
  }
}
