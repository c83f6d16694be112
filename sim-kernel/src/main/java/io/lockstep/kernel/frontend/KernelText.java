package io.lockstep.kernel.frontend;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The text of a kernel's file. Stateless. */
public final class KernelText {
  private KernelText() {}

  /**
   * Decodes a file: UTF-8, and where a compiler reads the file itself also what is none, byte for
   * byte (comments of old sources are Windows-1252, which no compiler minds).
   *
   * @param raw the file's bytes
   * @param frontend that will read it
   * @throws CharacterCodingException where it is not UTF-8 and has to be
   */
  public static String of(byte[] raw, KernelFrontend frontend) throws CharacterCodingException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw)).toString();
    } catch (CharacterCodingException e) {
      if (frontend.takesCompilerOptions()) {
        return new String(raw, StandardCharsets.ISO_8859_1);
      }
      throw e;
    }
  }
}
