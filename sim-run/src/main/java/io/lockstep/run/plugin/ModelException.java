// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

/**
 * Signals that an external device model violated its contract by throwing an exception or returning
 * an illegal value. The message is one sentence that names class and method. Only the model's own
 * row fails.
 */
public final class ModelException extends RuntimeException {
  /**
   * @param cause the model's exception, or null if it returned a wrong value
   */
  ModelException(String message, Throwable cause) {
    super(message, cause);
  }
}
