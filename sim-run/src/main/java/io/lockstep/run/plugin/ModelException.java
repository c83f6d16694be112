// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

/**
 * An external device model violated its contract: it threw an exception or returned an illegal
 * value. The message is one sentence that names class and method. Ends the model's own row.
 */
public final class ModelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param cause the model's exception, or null if it returned a wrong value
   */
  ModelException(String message, Throwable cause) {
    super(message, cause);
  }
}
