// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.message;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The payload of a reply while it is written. */
public final class Reply {
  private ByteBuffer buffer = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

  private ByteBuffer room(int bytes) {
    if (buffer.remaining() < bytes) {
      int size = Math.max(buffer.position() + bytes, 2 * buffer.capacity());
      ByteBuffer larger = ByteBuffer.wrap(Arrays.copyOf(buffer.array(), size));
      buffer = larger.order(ByteOrder.LITTLE_ENDIAN).position(buffer.position());
    }
    return buffer;
  }

  public Reply number(int value) {
    room(Integer.BYTES).putInt(value);
    return this;
  }

  public Reply word(long value) {
    room(Long.BYTES).putLong(value);
    return this;
  }

  public Reply text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    room(Integer.BYTES).putInt(bytes.length);
    return bytes(bytes);
  }

  public Reply bytes(byte[] bytes) {
    room(bytes.length).put(bytes);
    return this;
  }

  public byte[] array() {
    return buffer.array();
  }

  public int size() {
    return buffer.position();
  }
}
