// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

/** An error of the program after which its device is lost. */
final class LiveFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  LiveFault(String message) {
    super(message);
  }
}
