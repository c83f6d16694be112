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

  /**
   * Creates a view of the present contents.
   *
   * @param budget bytes of pages in memory
   * @param writtenBuffers whether groups write to a buffer, by its number; shared by all views
   */
  MemoryView(DeviceMemory base, long budget, boolean[] writtenBuffers) {
    this.base = base;
    accessed = new AccessedBytes(writtenBuffers);
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
      AccessedBytes.Page of = accessed.page(p);
      if (of.isWritten) {
        commit(of);
      }
    }
    accessed.updates.apply(base, accessed.count(), page -> accessed.page(page).address());
  }

  private void commit(AccessedBytes.Page of) {
    int buffer = Address.buffer(of.address());
    long offset = Address.offset(of.address());
    int length = (int) Math.min(page.length, base.bytes(buffer) - offset);
    memory.read(buffer, offset, page, 0, length);
    int at = 0;
    while (at < length) {
      if (isSet(of.written, at)) {
        int from = at;
        while (at < length && isSet(of.written, at)) {
          at += at % Long.SIZE == 0 && of.written[at >>> 6] == -1 ? Long.SIZE : 1;
        }
        at = Math.min(at, length);
        base.write(buffer, offset + from, page, from, at - from);
      } else {
        at += of.written[at >>> 6] >>> at == 0 ? Long.SIZE - at % Long.SIZE : 1;
      }
    }
  }

  private static boolean isSet(long[] bits, int at) {
    return (bits[at >>> 6] & 1L << at) != 0;
  }

  /** Renews this view's copies of the pages that were written in another view or in this one. */
  void renew(AccessedBytes written) {
    for (int p = 0; p < written.count(); p++) {
      AccessedBytes.Page of = written.page(p);
      int buffer = Address.buffer(of.address());
      long offset = Address.offset(of.address());
      if (of.isChanged() && memory.holds(buffer, offset)) {
        int length = (int) Math.min(page.length, base.bytes(buffer) - offset);
        base.read(buffer, offset, page, 0, length);
        memory.write(buffer, offset, page, 0, length);
      }
    }
  }
}
