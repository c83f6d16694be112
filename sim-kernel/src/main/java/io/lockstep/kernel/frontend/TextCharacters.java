package io.lockstep.kernel.frontend;

import java.util.Locale;

/** Classifies characters of kernel texts, which are ASCII in every locale. Pure functions. */
public final class TextCharacters {
  private TextCharacters() {}

  /**
   * 0 to 9.
   *
   * @param c any character
   * @return whether it is one of 0 to 9
   */
  public static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /**
   * A letter, a digit or an underscore.
   *
   * @param c any character
   * @return whether it is a letter, a digit or an underscore
   */
  public static boolean isWord(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c == '_';
  }

  /**
   * {@return a character for messages: in quotes, or its number if it is not printable}
   *
   * @param c any character
   */
  public static String shown(char c) {
    return c > ' ' && c < 127 ? "'" + c + "'" : String.format(Locale.ROOT, "U+%04X", (int) c);
  }
}
