package io.lockstep.trace.file;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing column of bytes that numbers are appended to. Not thread-safe. */
final class ByteColumn {
  private byte[] bytes = new byte[64];
  private int size;

  int size() {
    return size;
  }

  byte[] array() {
    return bytes;
  }

  void clear() {
    size = 0;
  }

  void addByte(int value) {
    if (size == bytes.length) {
      grow(1);
    }
    bytes[size++] = (byte) value;
  }

  /** LEB128 of a number read as unsigned. */
  void add(long value) {
    if (bytes.length - size < 10) {
      grow(10);
    }
    while ((value & ~0x7FL) != 0) {
      bytes[size++] = (byte) (value | 0x80);
      value >>>= 7;
    }
    bytes[size++] = (byte) value;
  }

  /** Zig-zag: small numbers of either sign are short. */
  void addSigned(long value) {
    add(value << 1 ^ value >> 63);
  }

  /** Eight bytes, little-endian. */
  void addWord(long value) {
    addBits(value, 8);
  }

  /** The low bytes of a number, little-endian. */
  void addBits(long value, int count) {
    if (bytes.length - size < 8) {
      grow(8);
    }
    for (int i = 0; i < count; i++) {
      bytes[size++] = (byte) (value >>> 8 * i);
    }
  }

  void addBytes(byte[] source, int offset, int length) {
    if (bytes.length - size < length) {
      grow(length);
    }
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  /** Length in bytes, then UTF-8. */
  void addText(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    add(utf8.length);
    addBytes(utf8, 0, utf8.length);
  }

  private void grow(int more) {
    bytes = Arrays.copyOf(bytes, Math.addExact(Math.max(2 * size, 64), more));
  }
}
