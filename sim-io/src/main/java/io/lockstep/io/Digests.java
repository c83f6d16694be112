package io.lockstep.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as hexadecimal digits. */
public final class Digests {
  /** Bytes of a buffer that suits files. */
  public static final int BUFFER = 1 << 16;

  private Digests() {}

  /**
   * {@return 64 hexadecimal digits}
   *
   * @param text taken as UTF-8
   */
  public static String sha256(String text) {
    return hex(start().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * {@return 64 hexadecimal digits of a stream, read to its end}
   *
   * @param in of any length
   * @throws IOException if it cannot be read
   */
  public static String sha256(InputStream in) throws IOException {
    MessageDigest digest = start();
    add(digest, in, new byte[BUFFER]);
    return hex(digest.digest());
  }

  /**
   * Takes a stream to its end.
   *
   * @param digest takes the bytes
   * @param in read to its end
   * @param buffer overwritten; of any length
   * @throws IOException if the stream cannot be read
   */
  public static void add(MessageDigest digest, InputStream in, byte[] buffer) throws IOException {
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      digest.update(buffer, 0, n);
    }
  }

  /** {@return a new digest} */
  public static MessageDigest start() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /**
   * {@return two digits a byte}
   *
   * @param bytes of a digest
   */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
