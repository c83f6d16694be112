package io.lockstep.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A reader of text. One thread. */
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
      return; // the product refuses a file that is no UTF-8 unread
    }
    read(text);
  }

  /** Reads one input as a user's file would be read; throws where that is a finding. */
  abstract void read(String text);
}
