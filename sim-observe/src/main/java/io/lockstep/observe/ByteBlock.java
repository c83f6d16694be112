// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * A growable block of encoded numbers and texts, and its stored form.
 *
 * <p>Stored, a block is its type (1 byte), the size of its content, its stored size, the CRC-32 of
 * these and of the stored bytes (4 bytes each, big-endian), and the content deflated. Numbers in
 * the content are LEB128, signed ones zigzag; texts are a length and UTF-8.
 */
final class ByteBlock {
  static final int HEADER_BYTES = 13;

  private byte[] bytes;
  private int size;

  ByteBlock(int room) {
    bytes = new byte[room];
  }

  int size() {
    return size;
  }

  byte[] bytes() {
    return bytes;
  }

  void clear() {
    size = 0;
  }

  void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }

  void writeByte(int value) {
    room(1);
    bytes[size++] = (byte) value;
  }

  /** Writes a number as LEB128, a negative one as its 64 bits. */
  void writeNumber(long value) {
    room(10);
    long left = value;
    while ((left & ~0x7FL) != 0) {
      bytes[size++] = (byte) (left | 0x80);
      left >>>= 7;
    }
    bytes[size++] = (byte) left;
  }

  /** Writes eight bytes, for numbers whose bits are evenly distributed. */
  void writeLong(long value) {
    room(8);
    ByteBuffer.wrap(bytes, size, 8).putLong(value);
    size += 8;
  }

  void writeSigned(long value) {
    writeNumber(value << 1 ^ value >> 63);
  }

  void writeText(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    writeNumber(encoded.length);
    room(encoded.length);
    System.arraycopy(encoded, 0, bytes, size, encoded.length);
    size += encoded.length;
  }

  void writeBytes(byte[] from, int at, int length) {
    room(length);
    System.arraycopy(from, at, bytes, size, length);
    size += length;
  }

  /** Returns the checksum of the header, without the checksum itself, and the stored content. */
  static int checksum(byte[] header, byte[] stored, int from, int length) {
    CRC32 crc = new CRC32();
    crc.update(header, 0, HEADER_BYTES - 4);
    crc.update(stored, from, length);
    return (int) crc.getValue();
  }

  /** Returns the header and the deflated content, as stored by the formats of this package. */
  byte[] stored(int type, Deflater deflater) {
    byte[] out = new byte[HEADER_BYTES + size + size / 8 + 64];
    deflater.reset();
    deflater.setInput(bytes, 0, size);
    deflater.finish();
    int stored = 0;
    while (!deflater.finished()) {
      int at = HEADER_BYTES + stored;
      stored += deflater.deflate(out, at, out.length - at);
    }
    ByteBuffer header = ByteBuffer.wrap(out).put((byte) type).putInt(size).putInt(stored);
    header.putInt(checksum(out, out, HEADER_BYTES, stored));
    return Arrays.copyOf(out, HEADER_BYTES + stored);
  }
}
