// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import java.util.Locale;

/**
 * Escapes control characters in messages, because characters from the input could break the line or
 * control the terminal.
 */
public final class Printable {
  private Printable() {}

  /** {@return a text with control characters replaced by escapes} */
  public static String of(String text) {
    StringBuilder out = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        if (out == null) {
          out = new StringBuilder(text.length() + 16).append(text, 0, i);
        }
        switch (c) {
          case '\t' -> out.append("\\t");
          case '\n' -> out.append("\\n");
          case '\r' -> out.append("\\r");
          default -> out.append("\\u").append(String.format(Locale.ROOT, "%04x", (int) c));
        }
      } else if (out != null) {
        out.append(c);
      }
    }
    return out == null ? text : out.toString();
  }
}
