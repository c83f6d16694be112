package io.lockstep.trace;

/**
 * A user's input is wrong: one line that says what, where and what was expected.
 *
 * <p>The message already carries its position ({@code file:line:column} or {@code file: byte n}).
 * The command line prints it without a stack trace and exits with code 3 (DESIGN, section 6).
 */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param where the position, for example {@code matmul.yaml:7:3} or {@code m.lkt: byte 128}
   * @param what what was found, what was expected, the nearest valid name
   */
  public InputException(String where, String what) {
    super(where + ": " + what);
  }

  /** As above, keeping the cause for {@code --debug}. */
  public InputException(String where, String what, Throwable cause) {
    super(where + ": " + what, cause);
  }
}
