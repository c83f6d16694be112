// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Decodes the text of a kernel's file. */
public final class KernelText {
  /** Largest size of a kernel's file in bytes. */
  public static final int MAX_BYTES = 64 << 20;

  private KernelText() {}

  /**
   * {@return a file's text as UTF-8} If the front-end has a compiler, other encodings are decoded
   * byte by byte (old sources have comments in Windows-1252).
   *
   * @param raw the file's bytes
   * @param frontend the front-end that will read the text
   * @throws CharacterCodingException if the file must be UTF-8 but is not
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
