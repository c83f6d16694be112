// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as hexadecimal digits. */
public final class Digests {
  /** Size of buffers for reading files, in bytes. */
  public static final int BUFFER = 1 << 16;

  private Digests() {}

  /** {@return the SHA-256 digest of a text in UTF-8, as 64 hexadecimal digits} */
  public static String sha256(String text) {
    return hex(start().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * {@return the SHA-256 digest of the rest of a stream, as 64 hexadecimal digits}
   *
   * @throws IOException if the stream cannot be read
   */
  public static String sha256(InputStream in) throws IOException {
    MessageDigest digest = start();
    add(digest, in, new byte[BUFFER]);
    return hex(digest.digest());
  }

  /**
   * Adds the rest of a stream to a digest. The buffer is overwritten.
   *
   * @throws IOException if the stream cannot be read
   */
  public static void add(MessageDigest digest, InputStream in, byte[] buffer) throws IOException {
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      digest.update(buffer, 0, n);
    }
  }

  public static MessageDigest start() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has SHA-256
    }
  }

  /** {@return two hexadecimal digits per byte} */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
