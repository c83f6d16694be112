package io.lockstep.cli;

/** What the command exits with; stable, as README.md lists them. */
final class ExitCode {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int BAD_INPUT = 3;
  static final int WRONG = 4;
  static final int REFUSED = 5;

  /** The result could not be written: a full disk, a closed device. */
  static final int NOT_WRITTEN = 6;

  /**
   * Whoever read standard output wanted no more: what shells say of a program that SIGPIPE ends.
   */
  static final int PIPE_CLOSED = 141;

  /** SIGINT, as shells say it. */
  static final int INTERRUPTED = 130;

  /** SIGTERM, as shells say it. */
  static final int TERMINATED = 143;

  private ExitCode() {}
}
