// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import io.lockstep.kernel.ir.Address;
import io.lockstep.trace.record.BufferInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The layouts of coalesced elements by buffer and element size, which all launches share. */
final class Layouts {
  private final List<BufferInfo> buffers;
  private final Map<Long, Layout> byElement = new HashMap<>(); // never iterated
  private final Map<Integer, long[]> used = new HashMap<>(); // used bytes of each compacted buffer
  private long lastKey = -1;
  private Layout last;

  Layouts(List<BufferInfo> buffers) {
    this.buffers = buffers;
  }

  /** Returns the layout of the elements of a buffer; null if the address is in no buffer. */
  Layout of(long address, int bytes) {
    int buffer = Address.buffer(address);
    if (buffer < 0 || buffer >= buffers.size()) {
      return null;
    }
    long key = (long) buffer << 8 | bytes;
    if (key != lastKey) {
      last =
          byElement.computeIfAbsent(
              key,
              k ->
                  new Layout(
                      buffer,
                      buffers.get(buffer).bytes(),
                      bytes,
                      used.computeIfAbsent(buffer, b -> new long[1])));
      lastKey = key;
    }
    return last;
  }
}
