// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A received message, read field by field. Every length is compared with the bytes that are there.
 */
public final class Message {
  private final Operation operation;
  private final ByteBuffer payload;

  /**
   * @param payload little-endian, from its position to its limit
   */
  Message(Operation operation, ByteBuffer payload) {
    this.operation = operation;
    this.payload = payload;
  }

  public Operation operation() {
    return operation;
  }

  private void need(long bytes) {
    if (bytes < 0 || bytes > payload.remaining()) {
      throw new ProtocolException(
          "%s more bytes of %s, found %s".formatted(bytes, operation, payload.remaining()));
    }
  }

  public int number() {
    need(Integer.BYTES);
    return payload.getInt();
  }

  /** Reads a number from 0 to {@code most}. */
  public int number(int most, String what) {
    int value = number();
    if (value < 0 || value > most) {
      throw new ProtocolException(
          "%s from 0 to %s, found %s".formatted(what, most, Integer.toUnsignedString(value)));
    }
    return value;
  }

  /** Reads a number of 31 bits. */
  public int count(String what) {
    return number(Integer.MAX_VALUE, what);
  }

  public long word() {
    need(Long.BYTES);
    return payload.getLong();
  }

  /** Reads a number of 63 bits. */
  public long size(String what) {
    long value = word();
    if (value < 0) {
      throw new ProtocolException(what + " below 2^63, found " + Long.toUnsignedString(value));
    }
    return value;
  }

  public byte[] bytes(long length) {
    need(length);
    byte[] read = new byte[(int) length];
    payload.get(read);
    return read;
  }

  public String text() {
    return new String(bytes(count("a length")), StandardCharsets.UTF_8);
  }

  /** Checks that nothing is left. */
  public void end() {
    if (payload.hasRemaining()) {
      throw new ProtocolException(
          "the end of %s, found %s more bytes".formatted(operation, payload.remaining()));
    }
  }
}
