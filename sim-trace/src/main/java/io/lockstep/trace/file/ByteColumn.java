// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growable column of encoded numbers; {@link ColumnCursor} reads it. */
public final class ByteColumn {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[64];
  private int size;

  public int size() {
    return size;
  }

  /** Returns the internal array, whose first {@link #size} bytes are in use. */
  public byte[] array() {
    return bytes;
  }

  public void clear() {
    size = 0;
  }

  public void addByte(int value) {
    if (size == bytes.length) {
      grow(1);
    }
    bytes[size++] = (byte) value;
  }

  /** Appends an unsigned number as LEB128. */
  public void add(long value) {
    if (bytes.length - size < 10) {
      grow(10);
    }
    while ((value & ~0x7FL) != 0) {
      bytes[size++] = (byte) (value | 0x80);
      value >>>= 7;
    }
    bytes[size++] = (byte) value;
  }

  /** Appends a signed number in zig-zag encoding, in which small magnitudes are short. */
  public void addSigned(long value) {
    add(value << 1 ^ value >> 63);
  }

  /** Appends eight bytes, little-endian. */
  public void addWord(long value) {
    addBits(value, 8);
  }

  /** Appends the low bytes of a number, little-endian. */
  void addBits(long value, int count) {
    if (bytes.length - size < 8) {
      grow(8);
    }
    WORD.set(bytes, size, value);
    size += count;
  }

  public void addBytes(byte[] source, int offset, int length) {
    if (bytes.length - size < length) {
      grow(length);
    }
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  /** Appends the length in bytes, then the text in UTF-8. */
  public void addText(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    add(utf8.length);
    addBytes(utf8, 0, utf8.length);
  }

  private void grow(int more) {
    bytes = Arrays.copyOf(bytes, Math.addExact(Math.max(2 * size, 64), more));
  }
}
