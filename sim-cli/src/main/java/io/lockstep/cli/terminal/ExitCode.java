package io.lockstep.cli.terminal;

/** The exit codes of the command; stable, as README.md lists them. */
public final class ExitCode {
  public static final int DONE = 0;
  public static final int FAILED = 1;
  public static final int USAGE = 2;
  public static final int BAD_INPUT = 3;
  public static final int WRONG = 4;
  public static final int REFUSED = 5;

  /** The result could not be written: a full disk, a closed device. */
  public static final int NOT_WRITTEN = 6;

  /** Standard output was closed by its reader: the code of shells for SIGPIPE. */
  static final int PIPE_CLOSED = 141;

  /** Ended by SIGINT: the code of shells. */
  public static final int INTERRUPTED = 130;

  /** Ended by SIGTERM: the code of shells. */
  public static final int TERMINATED = 143;

  private ExitCode() {}
}
