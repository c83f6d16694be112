package io.lockstep.run.variant;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as hexadecimal digits. Stateless. */
final class Digests {
  static final int BUFFER = 1 << 16;

  private Digests() {}

  static String sha256(String text) {
    return hex(start().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Of a stream to its end; memory does not grow with it. */
  static String sha256(InputStream in) throws IOException {
    MessageDigest digest = start();
    add(digest, in, new byte[BUFFER]);
    return hex(digest.digest());
  }

  /**
   * Takes a stream to its end.
   *
   * @param buffer overwritten; of any length
   */
  static void add(MessageDigest digest, InputStream in, byte[] buffer) throws IOException {
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      digest.update(buffer, 0, n);
    }
  }

  static MessageDigest start() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
