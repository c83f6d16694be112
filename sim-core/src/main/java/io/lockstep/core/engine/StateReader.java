// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the output of a {@link StateWriter}, in the same order. A mismatch causes a {@link
 * StateException} that names the section and the byte. Not thread-safe.
 */
public final class StateReader {
  private final byte[] bytes;
  private int at;
  private int valueAt;
  private String section = "start";

  /**
   * Creates a reader of an array, which must not change while it is read.
   *
   * @param bytes a saved state
   */
  public StateReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads the beginning of a section.
   *
   * @param name the name passed to {@link StateWriter#begin}
   */
  public void begin(String name) {
    String found = text(StateWriter.SECTION);
    if (!found.equals(name)) {
      throw wrong("expected section \"" + name + "\", found \"" + found + "\"");
    }
    section = name;
  }

  /** {@return the next value, an int} */
  public int readInt() {
    tag(StateWriter.INT, 4);
    return rawInt();
  }

  /** {@return the next value, a long} */
  public long readLong() {
    tag(StateWriter.LONG, 8);
    return rawLong();
  }

  /** {@return the next value, a boolean} */
  public boolean readBoolean() {
    tag(StateWriter.BOOLEAN, 1);
    return bytes[at++] != 0;
  }

  /** {@return the next value, a double, bit by bit} */
  public double readDouble() {
    tag(StateWriter.DOUBLE, 8);
    return Double.longBitsToDouble(rawLong());
  }

  /** {@return the next value, a string} */
  public String readString() {
    return text(StateWriter.STRING);
  }

  /** {@return the next value, an array, with the saved length} */
  public byte[] readBytes() {
    int length = length(StateWriter.BYTES, 1);
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  /** {@return the next value, an array, with the saved length} */
  public int[] readInts() {
    int[] values = new int[length(StateWriter.INTS, 4)];
    for (int i = 0; i < values.length; i++) {
      values[i] = rawInt();
    }
    return values;
  }

  /** {@return the next value, an array, with the saved length} */
  public long[] readLongs() {
    long[] values = new long[length(StateWriter.LONGS, 8)];
    for (int i = 0; i < values.length; i++) {
      values[i] = rawLong();
    }
    return values;
  }

  /**
   * Requires that a value just read equals this simulation's value.
   *
   * @param what description, for the message
   * @param here this simulation's value
   * @param saved the value read
   */
  public void expect(String what, Object here, Object saved) {
    if (!here.equals(saved)) {
      throw wrong(what + " is " + saved + " in the saved state, but " + here + " here");
    }
  }

  /**
   * Reads an array whose length follows from the configuration.
   *
   * @param values receives the elements
   * @throws StateException if another length was saved
   */
  public void readInto(long[] values) {
    long[] saved = readLongs();
    expect("length of an array", values.length, saved.length);
    System.arraycopy(saved, 0, values, 0, saved.length);
  }

  /**
   * Reads an array whose length follows from the configuration.
   *
   * @param values receives the elements
   * @throws StateException if another length was saved
   */
  public void readInto(int[] values) {
    int[] saved = readInts();
    expect("length of an array", values.length, saved.length);
    System.arraycopy(saved, 0, values, 0, saved.length);
  }

  /**
   * Reads an array whose length follows from the configuration.
   *
   * @param values receives the elements
   * @throws StateException if another length was saved
   */
  public void readInto(byte[] values) {
    byte[] saved = readBytes();
    expect("length of an array", values.length, saved.length);
    System.arraycopy(saved, 0, values, 0, saved.length);
  }

  /**
   * {@return an exception that locates the value read last, for the caller to throw}
   *
   * @param what found and expected values
   */
  public StateException wrong(String what) {
    return new StateException("saved state, byte " + valueAt + ", section " + section, what);
  }

  private String text(byte tag) {
    int length = length(tag, 1);
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  private int length(byte tag, int width) {
    tag(tag, 4);
    int length = rawInt();
    if (length < 0 || (long) length * width > bytes.length - at) {
      throw wrong("an array of " + length + " values goes beyond the end");
    }
    return length;
  }

  private void tag(byte expected, int payload) {
    valueAt = at;
    if (at >= bytes.length) {
      throw wrong("expected " + name(expected) + ", found the end");
    }
    byte found = bytes[at++];
    if (found != expected) {
      throw wrong("expected " + name(expected) + ", found " + name(found));
    }
    if (payload > bytes.length - at) {
      throw wrong(name(expected) + " goes beyond the end");
    }
  }

  private static String name(byte tag) {
    return switch (tag) {
      case StateWriter.SECTION -> "a section";
      case StateWriter.INT -> "an int";
      case StateWriter.LONG -> "a long";
      case StateWriter.BOOLEAN -> "a boolean";
      case StateWriter.DOUBLE -> "a double";
      case StateWriter.STRING -> "a string";
      case StateWriter.BYTES -> "bytes";
      case StateWriter.INTS -> "ints";
      case StateWriter.LONGS -> "longs";
      default -> "an unknown tag " + tag;
    };
  }

  private int rawInt() {
    at += 4;
    return bytes[at - 4] << 24
        | (bytes[at - 3] & 0xFF) << 16
        | (bytes[at - 2] & 0xFF) << 8
        | bytes[at - 1] & 0xFF;
  }

  private long rawLong() {
    long high = rawInt();
    return high << 32 | rawInt() & 0xFFFFFFFFL;
  }
}
