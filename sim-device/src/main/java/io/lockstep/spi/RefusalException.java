// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

/**
 * Thrown if a device cannot run a kernel or launch, which is neither a user error nor a failure of
 * the model. The message names the capability, the requested amount and the kernel's line if known.
 */
public final class RefusalException extends RuntimeException {
  /**
   * Creates a refusal.
   *
   * @param reason one sentence, for people
   */
  public RefusalException(String reason) {
    super(reason);
  }
}
