// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import java.util.Locale;

/** Classifies characters of kernel texts, which are ASCII in every locale. */
public final class TextCharacters {
  private TextCharacters() {}

  /**
   * {@return whether a character is one of 0 to 9}
   *
   * @param c any character
   */
  public static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /**
   * {@return whether a character is an ASCII letter, a digit or an underscore}
   *
   * @param c any character
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
