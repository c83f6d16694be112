// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.state.AccessedBytes;
import io.lockstep.kernel.ir.Address;

/**
 * A private copy of device memory, page by page as pages are touched. Writes stay in the copy until
 * they are committed.
 */
final class MemoryView {
  final DeviceMemory memory;
  final AccessedBytes accessed;
  private final DeviceMemory base;
  private final byte[] page = new byte[DeviceMemory.PAGE_BYTES];
  private final long[] written = new long[DeviceMemory.PAGE_BYTES / Long.SIZE]; // bytes of a page

  /**
   * Creates a view of the present contents.
   *
   * @param budget bytes of pages in memory
   * @param accessed receives the accesses, which {@link #commit} writes
   */
  MemoryView(DeviceMemory base, long budget, AccessedBytes accessed) {
    this.base = base;
    this.accessed = accessed;
    memory = new DeviceMemory(budget);
    for (int b = 0; b < base.buffers(); b++) {
      int buffer = b;
      memory.allocate(
          base.name(b),
          base.type(b),
          base.bytes(b),
          (offset, into, length) -> {
            synchronized (base) { // reading may bring a page into memory
              base.read(buffer, offset, into, 0, length);
            }
          });
    }
  }

  /** Writes to the base the bytes that were written in this view, and updates others. */
  void commit() {
    for (int p = 0; p < accessed.count(); p++) {
      if (accessed.isWritten(p)) {
        accessed.written(p, written);
        commit(accessed.address(p));
      }
    }
    accessed.updates.apply(base, accessed.count(), accessed::address);
  }

  private void commit(long address) {
    int buffer = Address.buffer(address);
    long offset = Address.offset(address);
    int length = (int) Math.min(page.length, base.bytes(buffer) - offset);
    memory.read(buffer, offset, page, 0, length);
    int at = 0;
    while (at < length) {
      if (isSet(written, at)) {
        int from = at;
        while (at < length && isSet(written, at)) {
          at += at % Long.SIZE == 0 && written[at >>> 6] == -1 ? Long.SIZE : 1;
        }
        at = Math.min(at, length);
        base.write(buffer, offset + from, page, from, at - from);
      } else {
        at += written[at >>> 6] >>> at == 0 ? Long.SIZE - at % Long.SIZE : 1;
      }
    }
  }

  private static boolean isSet(long[] bits, int at) {
    return (bits[at >>> 6] & 1L << at) != 0;
  }

  /** Renews this view's copies of the pages that were written in another view or in this one. */
  void renew(AccessedBytes changed) {
    for (int p = 0; p < changed.count(); p++) {
      int buffer = Address.buffer(changed.address(p));
      long offset = Address.offset(changed.address(p));
      if (changed.isChanged(p) && memory.holds(buffer, offset)) {
        int length = (int) Math.min(page.length, base.bytes(buffer) - offset);
        base.read(buffer, offset, page, 0, length);
        memory.write(buffer, offset, page, 0, length);
      }
    }
  }
}
