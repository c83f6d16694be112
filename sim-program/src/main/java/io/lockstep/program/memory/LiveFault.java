// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.memory;

/** An error of the program after which its device is lost. */
public final class LiveFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  public LiveFault(String message) {
    super(message);
  }
}
