// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

abstract class TextTarget implements FuzzTarget {
  @Override
  public final boolean isText() {
    return true;
  }

  @Override
  public final void run(byte[] input) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(input)).toString();
    } catch (CharacterCodingException e) {
      return; // the product rejects files that are not UTF-8
    }
    read(text);
  }

  /** Reads an input as if it were a user's file; any exception is a finding. */
  abstract void read(String text);
}
