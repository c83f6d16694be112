// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.element;

import io.lockstep.execute.memory.DeviceMemory;

/** The contents of a workload's buffer, read in parts. Not thread-safe. */
public record BufferContents(ElementType type, DeviceMemory memory, int buffer) {
  public long count() {
    return memory.bytes(buffer) / type.bytes();
  }

  public long bytes() {
    return memory.bytes(buffer);
  }

  /**
   * Copies bytes of the buffer into an array; elements are little-endian.
   *
   * @throws IndexOutOfBoundsException if the range exceeds the buffer or the array
   */
  public void read(long offset, byte[] into, int at, int length) {
    memory.read(buffer, offset, into, at, length);
  }

  /** Reads the raw bits of elements, zero-extended, into {@code out} from index 0. */
  public void bits(long first, int n, long[] out) {
    int bytes = type.bytes();
    byte[] raw = new byte[n * bytes];
    memory.read(buffer, first * bytes, raw, 0, raw.length);
    for (int k = 0; k < n; k++) {
      out[k] = LittleEndian.get(raw, k * bytes, bytes);
    }
  }
}
