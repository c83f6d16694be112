// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.element;

import io.lockstep.execute.memory.DeviceMemory;

/** The current elements of a buffer in device memory. */
public final class DeviceElements implements Elements {
  private final DeviceMemory memory;
  private final int buffer;
  private final int width;
  private byte[] bytes = new byte[0];

  public DeviceElements(DeviceMemory memory, int buffer, ElementType type) {
    this.memory = memory;
    this.buffer = buffer;
    this.width = type.bytes();
  }

  @Override
  public void bits(long first, int n, long[] out) {
    if (bytes.length < n * width) {
      bytes = new byte[n * width];
    }
    memory.read(buffer, first * width, bytes, 0, n * width);
    for (int k = 0; k < n; k++) {
      out[k] = LittleEndian.get(bytes, k * width, width);
    }
  }

  /** Writes elements; {@code bits} starts at index 0. */
  public void write(long first, int n, long[] bits) {
    if (bytes.length < n * width) {
      bytes = new byte[n * width];
    }
    LittleEndian.put(bits, n, bytes, 0, width);
    memory.write(buffer, first * width, bytes, 0, n * width);
  }
}
