// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

import io.lockstep.io.InputException;
import io.lockstep.io.Placed;

/** The text of an expression and its position in a file, for messages. */
public record ExpressionText(String where, String text) implements Placed {
  private static final int SHOWN = 60;

  /**
   * {@return an error at one character of the expression}
   *
   * @param position index of the character
   */
  public InputException error(int position, String what) {
    String shown = text.length() > SHOWN ? text.substring(0, SHOWN - 3) + "..." : text;
    return wrong(
        "in '" + shown.replaceAll("\\s+", " ") + "' at character " + (position + 1) + ": " + what);
  }
}
