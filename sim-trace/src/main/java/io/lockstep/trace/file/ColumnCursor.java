// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.InputException;
import java.nio.charset.StandardCharsets;

/**
 * Reads a column from its start; throws an {@link InputException} if the data is malformed.
 *
 * <p>Counts are read by {@link #count}, which refuses more elements than the column that holds them
 * has bytes left: a corrupt length cannot make a reader allocate more than a small multiple of the
 * bytes present.
 */
public final class ColumnCursor {
  /** Receives the bytes of columns, in the order in which a trace's identity takes them. */
  interface Hash {
    /** Adds bytes of the column with an ordinal. */
    void add(int column, byte[] bytes, int from, int length);
  }

  private final byte[] bytes;
  private final int end;
  private final String where;
  private final String name;
  private int position;

  /**
   * @param where place of the column in its file, for messages
   */
  public ColumnCursor(byte[] bytes, int from, int length, String where, String name) {
    this.bytes = bytes;
    this.position = from;
    this.end = from + length;
    this.where = where;
    this.name = name;
  }

  /** Returns the number of unread bytes. */
  public int remaining() {
    return end - position;
  }

  InputException bad(String what) {
    return new InputException(where, "damaged trace, column " + name + ": " + what);
  }

  public int readByte() {
    if (position >= end) {
      throw bad("more values were expected");
    }
    return bytes[position++] & 0xFF;
  }

  /** Reads an unsigned number that {@link ByteColumn#add} wrote. */
  public long read() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int b = readByte();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw bad("a number of at most 10 bytes was expected");
  }

  public long readSigned() {
    long value = read();
    return value >>> 1 ^ -(value & 1);
  }

  /** Reads an unsigned number of at most 31 bits. */
  public int readInt() {
    return upTo(Integer.MAX_VALUE);
  }

  int readSignedInt() {
    long value = readSigned();
    if (value != (int) value) {
      throw bad("a 32-bit number was expected, found " + value);
    }
    return (int) value;
  }

  int upTo(int most) {
    long value = read();
    if (value < 0 || value > most) {
      throw bad("at most " + most + " was expected, found " + Long.toUnsignedString(value));
    }
    return (int) value;
  }

  /** Reads a number of elements, each of which has at least one byte in {@code holder}. */
  int count(ColumnCursor holder) {
    return upTo(holder.remaining());
  }

  long readWord() {
    return readBits(8);
  }

  /** Reads a number of {@code count} bytes, little-endian. */
  long readBits(int count) {
    if (remaining() < count) {
      throw bad("more values were expected");
    }
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (bytes[position++] & 0xFFL) << 8 * i;
    }
    return value;
  }

  /** Passes over bytes and adds them to a hash, as those of the column with an ordinal. */
  void skip(int length, int column, Hash hash) {
    if (length > remaining()) {
      throw bad("more values were expected");
    }
    hash.add(column, bytes, position, length);
    position += length;
  }

  byte[] readBytes() {
    int length = count(this);
    byte[] result = new byte[length];
    System.arraycopy(bytes, position, result, 0, length);
    position += length;
    return result;
  }

  public String readText() {
    int length = count(this);
    String text = new String(bytes, position, length, StandardCharsets.UTF_8);
    position += length;
    return text;
  }

  void expectEnd() {
    if (position != end) {
      throw bad("its end was expected, found " + remaining() + " more bytes");
    }
  }
}
