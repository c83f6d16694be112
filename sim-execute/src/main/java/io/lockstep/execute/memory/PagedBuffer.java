// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.memory;

import io.lockstep.kernel.type.Type;
import java.util.Arrays;

/**
 * A buffer of device memory and the locations of its pages. A page is in the table, where accesses
 * find it; or set aside, to be evicted next unless it is used again; or in the file; or nowhere,
 * because it can be recreated. Tables are allocated on demand, 1,024 pages at a time.
 */
public final class PagedBuffer {
  /** Bits of a page's number inside a leaf of a table; leaves are allocated on demand. */
  private static final int LEAF_BITS = 10;

  private static final int LEAF_PAGES = 1 << LEAF_BITS;
  private static final int LEAF_MASK = LEAF_PAGES - 1;

  /** A page of zeros, which buffers share. */
  static final byte[] ZEROS = new byte[DeviceMemory.PAGE_BYTES];

  final String name;
  final Type type;
  public final long bytes;
  final AllocatedRest rest;
  final int pages;
  PageFiller filler;

  /** End of the accesses behind the buffer's size since it was last cleared; 0 for none. */
  long beyond;

  /**
   * Type as which texels of 32 bits were read against theirs since it was last cleared, or null.
   */
  Type readAs;

  /** Whether the buffer was written since the flag was last cleared. */
  public boolean touched;

  /** Contents of every unwritten page, or null if the filler provides them. */
  byte[] shared;

  /** Number of pages in memory. */
  int resident;

  private final byte[][][] leaves;
  private byte[][][] aside; // null until a page is set aside
  private int[][] slots; // slot in the file plus 1; leaves are null until used
  // pages in memory that differ from their initial contents and from the file
  private final long[] written;

  private final long stored; // bytes of all pages

  PagedBuffer(String name, Type type, long bytes, AllocatedRest rest) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
    this.rest = rest;
    long writable = rest.writable();
    pages = Math.toIntExact((writable + DeviceMemory.PAGE_MASK) >>> DeviceMemory.PAGE_BITS);
    stored = rest.readable() > bytes ? (long) pages << DeviceMemory.PAGE_BITS : bytes;
    leaves = new byte[(pages >>> LEAF_BITS) + 1][][];
    written = new long[(pages + 63) >>> 6];
  }

  /** Makes every unwritten page hold an element's bytes, repeated from the start of the buffer. */
  void fill(byte[] element) {
    if (DeviceMemory.PAGE_BYTES % element.length == 0) {
      filler = null;
      shared = isZero(element) ? ZEROS : new byte[DeviceMemory.PAGE_BYTES];
      if (shared != ZEROS) {
        repeat(0, element, shared, DeviceMemory.PAGE_BYTES);
      }
    } else {
      shared = null;
      filler = (offset, page, length) -> repeat(offset, element, page, length);
    }
  }

  private static boolean isZero(byte[] bytes) {
    for (byte value : bytes) {
      if (value != 0) {
        return false;
      }
    }
    return true;
  }

  private static void repeat(long offset, byte[] element, byte[] page, int length) {
    for (int i = 0; i < length; i++) {
      page[i] = element[(int) ((offset + i) % element.length)];
    }
  }

  /** Returns the number of bytes of a page that belong to the allocation. */
  int length(int page) {
    return (int)
        Math.min(DeviceMemory.PAGE_BYTES, stored - ((long) page << DeviceMemory.PAGE_BITS));
  }

  /** Returns the number of bytes of a page that belong to the buffer; 0 or less behind its end. */
  int limit(int page) {
    long left = bytes - ((long) page << DeviceMemory.PAGE_BITS);
    return (int) Math.max(Integer.MIN_VALUE / 2, Math.min(DeviceMemory.PAGE_BYTES, left));
  }

  /** Returns a page in the table, or null. */
  public byte[] page(int page) {
    byte[][] leaf = leaves[page >>> LEAF_BITS];
    return leaf == null ? null : leaf[page & LEAF_MASK];
  }

  void setPage(int page, byte[] data) {
    set(leaves, page, data);
  }

  private static void set(byte[][][] table, int page, byte[] data) {
    byte[][] leaf = table[page >>> LEAF_BITS];
    if (leaf == null) {
      leaf = table[page >>> LEAF_BITS] = new byte[LEAF_PAGES][];
    }
    leaf[page & LEAF_MASK] = data;
  }

  public boolean isWritten(int page) {
    return (written[page >>> 6] & 1L << page) != 0;
  }

  void setWritten(int page) {
    written[page >>> 6] |= 1L << page;
  }

  void clearWritten(int page) {
    written[page >>> 6] &= ~(1L << page);
  }

  /** Moves a page from the table to the pages set aside. */
  void setAside(int page) {
    byte[] data = page(page);
    if (data != null) {
      if (aside == null) {
        aside = new byte[leaves.length][][];
      }
      set(aside, page, data);
      setPage(page, null);
    }
  }

  /** Returns a page set aside, or null. */
  byte[] aside(int page) {
    byte[][] leaf = aside == null ? null : aside[page >>> LEAF_BITS];
    return leaf == null ? null : leaf[page & LEAF_MASK];
  }

  /** Drops a page set aside from memory. */
  void dropAside(int page) {
    aside[page >>> LEAF_BITS][page & LEAF_MASK] = null;
  }

  /** Returns a page in memory, or null; moves it back to the table if it was set aside. */
  byte[] recall(int page) {
    byte[] data = page(page);
    if (data == null) {
      data = aside(page);
      if (data != null) {
        dropAside(page);
        setPage(page, data);
      }
    }
    return data;
  }

  /** Returns the slot of a page in the file, or -1. */
  int slot(int page) {
    int[] leaf = slots == null ? null : slots[page >>> LEAF_BITS];
    return leaf == null ? -1 : leaf[page & LEAF_MASK] - 1;
  }

  /** Returns the slot of a page that is in the file but not in memory, or -1. */
  int slotOnly(int page) {
    return page(page) == null && aside(page) == null ? slot(page) : -1;
  }

  /** Sets the slot of a page in the file; -1 for none. */
  void setSlot(int page, int slot) {
    if (slots == null) {
      slots = new int[leaves.length][];
    }
    int[] leaf = slots[page >>> LEAF_BITS];
    if (leaf == null) {
      leaf = slots[page >>> LEAF_BITS] = new int[LEAF_PAGES];
    }
    leaf[page & LEAF_MASK] = slot + 1;
  }

  /**
   * Returns the first page, from the given page on, that differs from its initial contents; the
   * number of pages if there is none.
   */
  int nextModified(int page) {
    while (page < pages) {
      boolean filed = slots != null && slots[page >>> LEAF_BITS] != null;
      if (!filed && written[page >>> 6] >>> page == 0) {
        page = (page | 63) + 1;
      } else if (isWritten(page) || slot(page) >= 0) {
        return page;
      } else {
        page++;
      }
    }
    return pages;
  }

  /** Restores the initial contents of all pages and drops them from memory. */
  void clear() {
    Arrays.fill(leaves, null);
    Arrays.fill(written, 0);
    aside = null;
    slots = null;
    resident = 0;
  }
}
