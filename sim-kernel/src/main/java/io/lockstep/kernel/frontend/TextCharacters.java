package io.lockstep.kernel.frontend;

import java.util.Locale;

/** Characters of kernel texts, which are ASCII whatever the locale. Pure functions. */
public final class TextCharacters {
  private TextCharacters() {}

  /** 0 to 9. */
  public static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** A letter, a digit or an underscore. */
  public static boolean isWord(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c == '_';
  }

  /** A character for messages: in quotes, or by its number where it cannot be printed. */
  public static String shown(char c) {
    return c > ' ' && c < 127 ? "'" + c + "'" : String.format(Locale.ROOT, "U+%04X", (int) c);
  }
}
