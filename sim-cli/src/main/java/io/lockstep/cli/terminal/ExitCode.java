// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

/** The exit codes of the command, as listed in README.md. */
public final class ExitCode {
  public static final int DONE = 0;
  public static final int FAILED = 1;
  public static final int USAGE = 2;
  public static final int BAD_INPUT = 3;
  public static final int WRONG = 4;
  public static final int REFUSED = 5;

  /** The result could not be written, such as on a full disk. */
  public static final int NOT_WRITTEN = 6;

  /** The reader closed standard output; equals the exit code of shells for SIGPIPE. */
  static final int PIPE_CLOSED = 141;

  /** Ended by SIGINT; equals the exit code of shells. */
  public static final int INTERRUPTED = 130;

  /** Ended by SIGTERM; equals the exit code of shells. */
  public static final int TERMINATED = 143;

  private ExitCode() {}
}
