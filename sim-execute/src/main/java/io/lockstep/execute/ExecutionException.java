package io.lockstep.execute;

import io.lockstep.io.Printable;

/**
 * A kernel did something wrong while it ran: out of bounds, divergent barrier, endless loop.
 *
 * <p>The message names kernel, source line, work-group and work-item. The command line treats it as
 * bad input (exit code 3).
 */
public final class ExecutionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception for an error of the executed program.
   *
   * @param message the whole sentence, position first
   */
  public ExecutionException(String message) {
    super(Printable.of(message));
  }
}
