// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A message in the wire format of Protocol Buffers, as its documentation describes it: fields are
 * numbers with a type; varints have seven bits a byte, least significant first; texts and messages
 * are a length and bytes. Reusable after {@link #clear}.
 */
final class ProtoMessage {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;

  private byte[] bytes = new byte[256];
  private int size;

  ProtoMessage clear() {
    size = 0;
    return this;
  }

  int size() {
    return size;
  }

  byte[] bytes() {
    return bytes;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }

  private void varint(long value) {
    room(10);
    long left = value;
    while ((left & ~0x7FL) != 0) {
      bytes[size++] = (byte) (left | 0x80);
      left >>>= 7;
    }
    bytes[size++] = (byte) left;
  }

  private void tag(int field, int type) {
    varint((long) field << 3 | type);
  }

  /** Appends a varint; negative numbers are in two's complement of 64 bits. */
  ProtoMessage number(int field, long value) {
    tag(field, VARINT);
    varint(value);
    return this;
  }

  /** Appends eight bytes, least significant first. */
  ProtoMessage fixed64(int field, long value) {
    tag(field, FIXED64);
    room(8);
    for (int k = 0; k < 8; k++) {
      bytes[size++] = (byte) (value >>> 8 * k);
    }
    return this;
  }

  ProtoMessage real(int field, double value) {
    return fixed64(field, Double.doubleToLongBits(value));
  }

  ProtoMessage text(int field, String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    return bytes(field, encoded, encoded.length);
  }

  ProtoMessage message(int field, ProtoMessage value) {
    return bytes(field, value.bytes, value.size);
  }

  private ProtoMessage bytes(int field, byte[] value, int length) {
    tag(field, BYTES);
    varint(length);
    room(length);
    System.arraycopy(value, 0, bytes, size, length);
    size += length;
    return this;
  }
}
