// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.memory.PagedBuffer;
import io.lockstep.kernel.ir.Address;

/**
 * Copies the data of scattered accesses between device memory and an array in which the data of
 * work-items lies side by side. The loops of loads and stores then process the array as one page,
 * instead of a page for each work-item.
 */
public final class ScatteredAccesses {
  private final DeviceMemory memory;
  private final int size;

  /** The data of work-items, side by side. */
  public byte[] data = new byte[0];

  private final int[][] positions = new int[6][]; // by the logarithm of the bytes of an access

  ScatteredAccesses(DeviceMemory memory, int size) {
    this.memory = memory;
    this.size = size;
  }

  /** Makes room for the data of all work-items. */
  public void reserve(int bytes) {
    if (data.length < size * bytes) {
      data = new byte[size * bytes];
    }
  }

  /** Returns the positions of data that lies side by side, by work-item. */
  public int[] positions(int bytes) {
    int kind = Integer.numberOfTrailingZeros(bytes);
    if (positions[kind] == null) {
      positions[kind] = new int[size];
      for (int i = 0; i < size; i++) {
        positions[kind][i] = i * bytes;
      }
    }
    return positions[kind];
  }

  /**
   * Copies from memory what the work-items {@code from}, {@code from + 1}, … access, as long as
   * they access one buffer and stay inside.
   *
   * @return the first work-item whose data was not copied, at most {@code to}
   */
  public int load(long[] addresses, long offset, int bytes, int from, int to) {
    long base = addresses[from] + offset & ~Address.OFFSET_MASK;
    PagedBuffer b = memory.bufferAt(base);
    long last = b.bytes - bytes;
    int misaligned = bytes - 1;
    byte[] into = data;
    int current = -1;
    byte[] page = null;
    for (int i = from; i < to; i++) {
      long at = addresses[i] + offset - base;
      if (at < 0 || at > last || (at & misaligned) != 0) {
        return i;
      }
      int number = (int) (at >>> DeviceMemory.PAGE_BITS);
      if (number != current) {
        current = number;
        page = b.page(number);
        if (page == null) {
          page = memory.readable(b, number);
        }
      }
      copy(page, (int) at & DeviceMemory.PAGE_MASK, into, i * bytes, bytes);
    }
    return to;
  }

  /**
   * Copies from memory what sparse work-items access.
   *
   * @return whether all access one buffer and stay inside
   */
  public boolean load(long[] addresses, long offset, int bytes, ActiveLanes lanes) {
    long base = addresses[lanes.first()] + offset & ~Address.OFFSET_MASK;
    PagedBuffer b = memory.bufferAt(base);
    long last = b.bytes - bytes;
    int misaligned = bytes - 1;
    int current = -1;
    byte[] page = null;
    for (int w = 0; w < lanes.mask.length; w++) {
      for (long rest = lanes.mask[w]; rest != 0; rest &= rest - 1) {
        int i = (w << 6) + Long.numberOfTrailingZeros(rest);
        long at = addresses[i] + offset - base;
        if (at < 0 || at > last || (at & misaligned) != 0) {
          return false;
        }
        int number = (int) (at >>> DeviceMemory.PAGE_BITS);
        if (number != current) {
          current = number;
          page = b.page(number);
          if (page == null) {
            page = memory.readable(b, number);
          }
        }
        copy(page, (int) at & DeviceMemory.PAGE_MASK, data, i * bytes, bytes);
      }
    }
    return true;
  }

  /** Copies to memory, under the conditions of {@link #load}. */
  public int store(long[] addresses, long offset, int bytes, int from, int to) {
    long base = addresses[from] + offset & ~Address.OFFSET_MASK;
    PagedBuffer b = memory.bufferAt(base);
    long last = b.bytes - bytes;
    int misaligned = bytes - 1;
    byte[] source = data;
    b.touched = true;
    int current = -1;
    byte[] page = null;
    for (int i = from; i < to; i++) {
      long at = addresses[i] + offset - base;
      if (at < 0 || at > last || (at & misaligned) != 0) {
        return i;
      }
      int number = (int) (at >>> DeviceMemory.PAGE_BITS);
      if (number != current) {
        current = number;
        page = b.page(number);
        if (page == null || !b.isWritten(number)) {
          page = memory.writable(b, number);
        }
      }
      copy(source, i * bytes, page, (int) at & DeviceMemory.PAGE_MASK, bytes);
    }
    return to;
  }

  private static void copy(byte[] from, int at, byte[] into, int to, int bytes) {
    if (bytes == Integer.BYTES) {
      DeviceMemory.INT.set(into, to, (int) DeviceMemory.INT.get(from, at));
    } else if (bytes == Long.BYTES) {
      DeviceMemory.LONG.set(into, to, (long) DeviceMemory.LONG.get(from, at));
    } else if (bytes == 1) {
      into[to] = from[at];
    } else {
      System.arraycopy(from, at, into, to, bytes);
    }
  }
}
