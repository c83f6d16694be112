package io.lockstep.io;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A user's input is wrong: one line that says what, where and what was expected.
 *
 * <p>The message already carries its position ({@code file:line:column} or {@code file: byte n}).
 * The command line prints it without a stack trace and exits with code 3 (README.md, "Commands").
 * Control characters that the input smuggled into it are shown escaped. Only a compiler's message
 * has more lines ({@link #ofLines}).
 */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * An error of the input, for people: one line, position first.
   *
   * @param where the position, for example {@code matmul.yaml:7:3} or {@code m.lkt: byte 128}
   * @param what what was found, what was expected, the nearest valid name
   */
  public InputException(String where, String what) {
    super(Printable.of(where + ": " + what));
  }

  /**
   * As above, keeping the cause for {@code --debug}.
   *
   * @param where position, for example {@code file.yaml:3:7}
   * @param what what is wrong there and what was expected
   * @param cause what it was noticed by
   */
  public InputException(String where, String what, Throwable cause) {
    super(Printable.of(where + ": " + what), cause);
  }

  /**
   * What another tool says about an input, in its own lines: a compiler's error with the source
   * line and its notes.
   *
   * @param where the position of the first line
   * @param lines what it says, without line ends; tabs, which it copies from the source, become
   *     spaces
   * @return the error, to be thrown
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
