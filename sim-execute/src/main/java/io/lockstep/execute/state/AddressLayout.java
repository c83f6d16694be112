// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Address;

/**
 * A layout of all buffers in 32 bits, for kernels with 32-bit pointers: aligned to 256 bytes, with
 * gaps so that out-of-bounds indices are detected. Immutable.
 */
public final class AddressLayout {
  /** Address of the first buffer; addresses below half of it are the null page. */
  private static final long START = 0x10000;

  private static final long ALIGNMENT = 256;
  private static final long GAP = 0x10000;

  /** Start of the generic window of work-item memory. */
  private static final long PRIVATE_START = 0xFE000000L;

  /** Start of the generic window of work-group memory. */
  private static final long LOCAL_START = 0xFF000000L;

  private final long[] starts;
  private final long[] ends;

  /** Lays out all buffers; throws an InputException at {@code where} if they do not fit. */
  public AddressLayout(DeviceMemory memory, String where) {
    int n = memory.buffers();
    starts = new long[n];
    ends = new long[n];
    long at = START;
    for (int b = 0; b < n; b++) {
      starts[b] = at;
      ends[b] = at + memory.bytes(b);
      at = (ends[b] + GAP + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    if (at > PRIVATE_START) {
      throw new InputException(
          where,
          "the buffers need " + at + " bytes of addresses, but the kernel's pointers have 32 bits");
    }
  }

  /** Converts a functional address to a 32-bit pointer. */
  public int shorten(long address) {
    long window = address >>> Address.OFFSET_BITS;
    long offset = Address.offset(address);
    if (window == Address.LOCAL_WINDOW) {
      return (int) (LOCAL_START + offset);
    }
    if (window == Address.PRIVATE_WINDOW) {
      return (int) (PRIVATE_START + offset);
    }
    int buffer = Address.buffer(address);
    return buffer < 0 || buffer >= starts.length ? (int) address : (int) (starts[buffer] + offset);
  }

  /**
   * Converts a 32-bit pointer to a functional address; a pointer into a gap belongs to the nearer
   * buffer.
   */
  public long lengthen(int pointer) {
    long at = pointer & 0xFFFFFFFFL;
    if (at >= LOCAL_START) {
      return (Address.LOCAL_WINDOW << Address.OFFSET_BITS) + (at - LOCAL_START);
    }
    if (at >= PRIVATE_START) {
      return (Address.PRIVATE_WINDOW << Address.OFFSET_BITS) + (at - PRIVATE_START);
    }
    int low = 0;
    int high = starts.length - 1;
    while (low < high) {
      int middle = low + high + 1 >>> 1;
      if (starts[middle] <= at) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    if (starts.length == 0 || at < START / 2) {
      return at;
    }
    boolean next =
        low + 1 < starts.length && at >= ends[low] && starts[low + 1] - at < at - ends[low];
    int buffer = next ? low + 1 : low;
    return Address.of(buffer, at - starts[buffer]);
  }
}
