// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.memory;

import io.lockstep.execute.fault.MemoryFault;
import io.lockstep.kernel.ir.Address;
import java.util.ArrayList;
import java.util.List;

/** The buffers of device memory by number, with bounds checks. */
final class BufferTable {
  private final List<PagedBuffer> buffers = new ArrayList<>();

  void add(PagedBuffer buffer) {
    buffers.add(buffer);
  }

  void set(int number, PagedBuffer buffer) {
    buffers.set(number, buffer);
  }

  int size() {
    return buffers.size();
  }

  PagedBuffer get(int buffer) {
    return buffers.get(buffer);
  }

  PagedBuffer check(int buffer, long offset, long length) {
    PagedBuffer b = buffers.get(buffer);
    if (offset < 0 || length < 0 || offset > b.bytes - length) {
      throw new IndexOutOfBoundsException(
          "bytes %s to %s of buffer %s, which has %s"
              .formatted(offset, offset + length, b.name, b.bytes));
    }
    return b;
  }

  PagedBuffer locate(long address, int bytes) {
    int number = Address.buffer(address);
    if (number == -1 && Address.offset(address) > Address.OFFSET_MASK / 2 && !buffers.isEmpty()) {
      throw outOfBounds(number, Address.offset(address), bytes);
    }
    if (number < 0 || number >= buffers.size()) {
      throw new MemoryFault(MemoryFault.Kind.NO_BUFFER, address, bytes, "");
    }
    PagedBuffer b = buffers.get(number);
    long offset = Address.offset(address);
    if (offset > b.bytes - bytes) {
      if (offset > b.rest.readable() - bytes) {
        throw outOfBounds(number, offset, bytes);
      }
      b.beyond = Math.max(b.beyond, offset + bytes);
    }
    if ((offset & bytes - 1) != 0) {
      throw new MemoryFault(MemoryFault.Kind.MISALIGNED, offset, bytes, "buffer " + b.name);
    }
    return b;
  }

  PagedBuffer locateForWrite(long address, int bytes) {
    PagedBuffer b = locate(address, bytes);
    if (Address.offset(address) > b.rest.writable() - bytes) {
      throw outOfBounds(Address.buffer(address), Address.offset(address), bytes);
    }
    return b;
  }

  /**
   * Returns the fault of an access outside a buffer. A negative offset reaches into the preceding
   * window; the message then names the following buffer, which was meant.
   */
  private MemoryFault outOfBounds(int number, long offset, int bytes) {
    boolean negative = offset > Address.OFFSET_MASK / 2 && number + 1 < buffers.size();
    PagedBuffer b = buffers.get(negative ? number + 1 : number);
    return new MemoryFault(
        MemoryFault.Kind.OUT_OF_BUFFER,
        negative ? offset - Address.OFFSET_MASK - 1 : offset,
        bytes,
        "buffer " + b.name + " of " + b.bytes + " bytes");
  }
}
