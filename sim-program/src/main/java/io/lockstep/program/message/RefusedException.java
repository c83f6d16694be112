// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.message;

/** A call that fails with a status, without effect on later calls. */
public final class RefusedException extends RuntimeException {
  private final Protocol.Status status;

  public RefusedException(Protocol.Status status, String message) {
    super(message);
    this.status = status;
  }

  public Protocol.Status status() {
    return status;
  }
}
