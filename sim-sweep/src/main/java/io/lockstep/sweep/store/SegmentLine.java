// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** The format of a segment's lines: hexadecimal CRC-32C, a space, the text, a line feed. */
final class SegmentLine {
  /** Length of the checksum and the space before the text. */
  static final int BEFORE = 9;

  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private SegmentLine() {}

  /** Formats a line; the text must not contain line feeds. */
  static byte[] of(byte[] text) {
    byte[] line = new byte[BEFORE + text.length + 1];
    int sum = sum(text, 0, text.length);
    for (int i = 0; i < 8; i++) {
      line[i] = DIGITS[sum >>> (28 - 4 * i) & 15];
    }
    line[8] = ' ';
    System.arraycopy(text, 0, line, BEFORE, text.length);
    line[line.length - 1] = '\n';
    return line;
  }

  /**
   * Returns whether the checksum of a line is correct.
   *
   * @param length length of the line without the line feed
   */
  static boolean isWhole(byte[] bytes, int from, int length) {
    if (length < BEFORE || bytes[from + 8] != ' ') {
      return false;
    }
    int sum = sum(bytes, from + BEFORE, length - BEFORE);
    for (int i = 0; i < 8; i++) {
      if (bytes[from + i] != DIGITS[sum >>> (28 - 4 * i) & 15]) {
        return false;
      }
    }
    return true;
  }

  private static int sum(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
