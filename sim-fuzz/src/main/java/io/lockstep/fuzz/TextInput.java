package io.lockstep.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Bytes as the text that the product would make of them. Stateless. */
final class TextInput {
  private TextInput() {}

  /** The text, or null where the bytes are no UTF-8: the product refuses such a file unread. */
  static String of(byte[] input) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(input)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
