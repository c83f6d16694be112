// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads files that users name. Such a file may be a pipe, which has no size, or a device, which has
 * no end.
 */
public final class InputFile {
  private InputFile() {}

  /**
   * Reads a whole file.
   *
   * @param most its largest size in bytes
   * @throws InputException if it is larger
   * @throws IOException if it cannot be read
   */
  public static byte[] bytes(Path path, int most) throws IOException {
    long size = Files.isRegularFile(path) ? Files.size(path) : 0;
    if (size > most) {
      throw new InputException(
          path.toString(), "has " + size + " bytes; at most " + most + " are read");
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(most);
      if (in.read() >= 0) {
        throw new InputException(
            path.toString(), "has more than " + most + " bytes; at most " + most + " are read");
      }
      return bytes;
    }
  }

  /**
   * Reads a whole file of UTF-8 text.
   *
   * @param most its largest size in bytes
   * @throws InputException if it is larger
   * @throws CharacterCodingException if it is not UTF-8
   * @throws IOException if it cannot be read
   */
  public static String text(Path path, int most) throws IOException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes(path, most)))
        .toString();
  }
}
