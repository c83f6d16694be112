// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.message;

/** A message that no driver of this version sends; the connection is closed. */
public final class ProtocolException extends RuntimeException {
  /**
   * @param expected what was expected, and what was found
   */
  public ProtocolException(String expected) {
    super("a malformed message: expected " + expected);
  }
}
