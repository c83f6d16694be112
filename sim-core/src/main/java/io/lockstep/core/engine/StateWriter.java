// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes state as a stream of tagged values, so that a mismatching reader can name the position.
 * Sections name the following values. Not thread-safe.
 */
public final class StateWriter {
  static final byte SECTION = 'S';
  static final byte INT = 'i';
  static final byte LONG = 'l';
  static final byte BOOLEAN = 'b';
  static final byte DOUBLE = 'd';
  static final byte STRING = 's';
  static final byte BYTES = 'B';
  static final byte INTS = 'I';
  static final byte LONGS = 'L';

  private byte[] bytes = new byte[1024];
  private int size;

  /** Creates an empty stream. */
  public StateWriter() {}

  /**
   * Begins a section, for example a component's path.
   *
   * @param section the name that {@link StateReader#begin} will expect
   */
  public void begin(String section) {
    text(SECTION, section);
  }

  /**
   * Writes an int.
   *
   * @param value any value
   */
  public void writeInt(int value) {
    tag(INT, 4);
    raw(value);
  }

  /**
   * Writes a long.
   *
   * @param value any value
   */
  public void writeLong(long value) {
    tag(LONG, 8);
    raw(value);
  }

  /**
   * Writes a boolean.
   *
   * @param value any value
   */
  public void writeBoolean(boolean value) {
    tag(BOOLEAN, 1);
    bytes[size++] = (byte) (value ? 1 : 0);
  }

  /**
   * Writes a double, bit by bit.
   *
   * @param value any value, NaN with its bits
   */
  public void writeDouble(double value) {
    tag(DOUBLE, 8);
    raw(Double.doubleToRawLongBits(value));
  }

  /**
   * Writes a string.
   *
   * @param value any text
   */
  public void writeString(String value) {
    text(STRING, value);
  }

  /**
   * Writes an array.
   *
   * @param values written with its length
   */
  public void writeBytes(byte[] values) {
    array(BYTES, values.length, 1);
    System.arraycopy(values, 0, bytes, size, values.length);
    size += values.length;
  }

  /**
   * Writes an array.
   *
   * @param values written with its length
   */
  public void writeInts(int[] values) {
    array(INTS, values.length, 4);
    for (int value : values) {
      raw(value);
    }
  }

  /**
   * Writes an array.
   *
   * @param values written with its length
   */
  public void writeLongs(long[] values) {
    array(LONGS, values.length, 8);
    for (long value : values) {
      raw(value);
    }
  }

  /** {@return all written bytes} */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void text(byte tag, String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    array(tag, encoded.length, 1);
    System.arraycopy(encoded, 0, bytes, size, encoded.length);
    size += encoded.length;
  }

  private void array(byte tag, int length, int width) {
    tag(tag, Math.addExact(4, Math.multiplyExact(length, width)));
    raw(length);
  }

  private void tag(byte tag, int payload) {
    int need = Math.addExact(size + 1, payload);
    if (need > bytes.length) {
      bytes =
          Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(need, 2L * size)));
    }
    bytes[size++] = tag;
  }

  private void raw(int value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes[size++] = (byte) (value >>> shift);
    }
  }

  private void raw(long value) {
    raw((int) (value >>> 32));
    raw((int) value);
  }
}
