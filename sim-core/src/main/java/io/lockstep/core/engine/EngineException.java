// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/**
 * Thrown if code misuses the engine, or if a handler or sink fails: a bug, never caused by a user's
 * input.
 */
public class EngineException extends RuntimeException {
  /**
   * Creates an exception.
   *
   * @param message the problem, with the component's path and the kind's name
   */
  public EngineException(String message) {
    super(message);
  }

  /**
   * Creates an exception with its cause.
   *
   * @param message the problem, with the failed event
   * @param cause the original exception
   */
  public EngineException(String message, Throwable cause) {
    super(message, cause);
  }
}
