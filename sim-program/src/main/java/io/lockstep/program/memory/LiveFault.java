// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.memory;

/** An error of the program after which its device is lost. */
public final class LiveFault extends RuntimeException {
  public LiveFault(String message) {
    super(message);
  }
}
