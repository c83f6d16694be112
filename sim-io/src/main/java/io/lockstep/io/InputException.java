// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import java.util.List;
import java.util.stream.Collectors;

/**
 * An error in a user's input. The message is one line with the position ({@code file:line:column}
 * or {@code file: byte n}), the problem and the expectation.
 *
 * <p>The command line prints the message without a stack trace and exits with code 3 (README.md,
 * "Commands"). Control characters from the input are escaped. Only a compiler's message has several
 * lines ({@link #ofLines}).
 */
public final class InputException extends RuntimeException {
  private boolean machine;

  /**
   * @param where the position, for example {@code matmul.yaml:7:3} or {@code m.lkt: byte 128}
   * @param what the problem: found and expected values, or the nearest valid name
   */
  public InputException(String where, String what) {
    super(Printable.of(where + ": " + what));
  }

  /** As above, with a cause for {@code --debug}. */
  public InputException(String where, String what, Throwable cause) {
    super(Printable.of(where + ": " + what), cause);
  }

  /**
   * {@return an exception with another tool's message, such as a compiler's error with the source
   * line and its notes}
   *
   * @param where the position of the first line
   * @param lines lines of the message; tabs become spaces
   */
  public static InputException ofLines(String where, List<String> lines) {
    return new InputException(
        lines.stream()
            .map(line -> Printable.of(line.replace('\t', ' ')))
            .collect(Collectors.joining("\n", Printable.of(where) + ": ", "")));
  }

  private InputException(String message) {
    super(message);
  }

  /**
   * {@return an exception for input that is right, but for which this machine lacks something, such
   * as a compiler}
   *
   * @param cause for {@code --debug}, or null
   */
  public static InputException ofMachine(String where, String what, Throwable cause) {
    InputException made = new InputException(where, what, cause);
    made.machine = true;
    return made;
  }

  /** {@return whether the machine lacks something, rather than the input} */
  public boolean isOfMachine() {
    return machine;
  }
}
