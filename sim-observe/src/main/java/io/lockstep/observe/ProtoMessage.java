// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.trace.file.ByteColumn;
import java.nio.charset.StandardCharsets;

/**
 * A message in the wire format of Protocol Buffers, as its documentation describes it: fields are
 * numbers with a type; varints have seven bits a byte, least significant first; texts and messages
 * are a length and bytes. Reusable after {@link #clear}.
 */
final class ProtoMessage {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;

  private final ByteColumn column = new ByteColumn();

  ProtoMessage clear() {
    column.clear();
    return this;
  }

  int size() {
    return column.size();
  }

  byte[] bytes() {
    return column.array();
  }

  private void tag(int field, int type) {
    column.add((long) field << 3 | type);
  }

  /** Appends a varint; negative numbers are in two's complement of 64 bits. */
  ProtoMessage number(int field, long value) {
    tag(field, VARINT);
    column.add(value);
    return this;
  }

  /** Appends eight bytes, least significant first. */
  ProtoMessage fixed64(int field, long value) {
    tag(field, FIXED64);
    column.addWord(value);
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
    return bytes(field, value.bytes(), value.size());
  }

  private ProtoMessage bytes(int field, byte[] value, int length) {
    tag(field, BYTES);
    column.add(length);
    column.addBytes(value, 0, length);
    return this;
  }
}
