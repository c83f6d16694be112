// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/**
 * Thrown if events continue while no work retires, or if events run out before the work is done.
 */
public final class NoProgressException extends EngineException {
  /**
   * Creates an exception.
   *
   * @param message the problem, and {@link Simulation#diagnosis}
   */
  public NoProgressException(String message) {
    super(message);
  }
}
