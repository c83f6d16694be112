package io.lockstep.io;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A user's input is wrong; the message is one line with the position, the problem and the
 * expectation.
 *
 * <p>The message contains the position ({@code file:line:column} or {@code file: byte n}). The
 * command line prints it without a stack trace and exits with code 3 (README.md, "Commands").
 * Control characters from the input are escaped. Only a compiler's message has several lines
 * ({@link #ofLines}).
 */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param where the position, for example {@code matmul.yaml:7:3} or {@code m.lkt: byte 128}
   * @param what the found and expected values, the nearest valid name
   */
  public InputException(String where, String what) {
    super(Printable.of(where + ": " + what));
  }

  /**
   * Creates an exception that keeps its cause for {@code --debug}.
   *
   * @param where position, for example {@code file.yaml:3:7}
   * @param what the problem and the expectation
   * @param cause the original exception
   */
  public InputException(String where, String what, Throwable cause) {
    super(Printable.of(where + ": " + what), cause);
  }

  /**
   * Creates an exception from another tool's message: a compiler's error with the source line and
   * its notes.
   *
   * @param where the position of the first line
   * @param lines the lines of the message; tabs copied from the source become spaces
   * @return the exception, to be thrown
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
}
