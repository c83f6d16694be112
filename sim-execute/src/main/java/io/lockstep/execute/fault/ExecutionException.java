// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.fault;

import io.lockstep.io.Printable;

/**
 * An error of a kernel at run time: out-of-bounds access, divergent barrier, endless loop.
 *
 * <p>The message names kernel, source line, work-group and work-item. The command line treats it as
 * bad input (exit code 3).
 */
public final class ExecutionException extends RuntimeException {
  private final boolean outOfBuffer;

  /**
   * Creates the exception.
   *
   * @param message complete message, position first
   */
  public ExecutionException(String message) {
    this(message, false);
  }

  public ExecutionException(String message, boolean outOfBuffer) {
    super(Printable.of(message));
    this.outOfBuffer = outOfBuffer;
  }

  /** {@return whether an access has left its buffer} */
  public boolean isOutOfBuffer() {
    return outOfBuffer;
  }
}
