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
    int length = (int) Math.min(DeviceMemory.PAGE_BYTES, base.bytes(buffer) - offset);
    byte[] page = memory.pageForRead(address, 1);
    int at = next(true, 0, length);
    while (at < length) {
      int end = next(false, at, length);
      base.write(buffer, offset + at, page, at, end - at);
      at = next(true, end, length);
    }
  }

  /** Returns the first byte from one on that is written, or that is not; the length if none is. */
  private int next(boolean isWritten, int from, int length) {
    for (int at = from; at < length; at = (at | 63) + 1) {
      long bits = isWritten ? written[at >>> 6] : ~written[at >>> 6];
      long found = bits >>> at;
      if (found != 0) {
        return Math.min(length, at + Long.numberOfTrailingZeros(found));
      }
    }
    return length;
  }

  /** Renews this view's copies of the pages that were written in another view or in this one. */
  void renew(AccessedBytes changed) {
    for (int p = 0; p < changed.count(); p++) {
      int buffer = Address.buffer(changed.address(p));
      long offset = Address.offset(changed.address(p));
      if (changed.isChanged(p) && memory.holds(buffer, offset)) {
        int length = (int) Math.min(DeviceMemory.PAGE_BYTES, base.bytes(buffer) - offset);
        byte[] page = base.pageForRead(changed.address(p), 1);
        memory.write(buffer, offset, page, 0, length);
      }
    }
  }
}
