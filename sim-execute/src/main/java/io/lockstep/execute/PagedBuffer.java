package io.lockstep.execute;

import io.lockstep.kernel.ir.Type;
import java.util.Arrays;

/**
 * A buffer of device memory and where its pages are: in the table, where accesses find them; set
 * aside, next to leave memory unless they are used again; in the file; or nowhere, because they can
 * be made again. What says so exists once it is needed, 1,024 pages at a time. Not thread-safe.
 */
final class PagedBuffer {
  /** Bits of a page's number inside a leaf of a table; leaves exist once they are used. */
  private static final int LEAF_BITS = 10;

  private static final int LEAF_PAGES = 1 << LEAF_BITS;
  private static final int LEAF_MASK = LEAF_PAGES - 1;

  /** A page of zeros, which buffers share. */
  static final byte[] ZEROS = new byte[DeviceMemory.PAGE_BYTES];

  final String name;
  final Type type;
  final long bytes;
  final int pages;
  PageFiller filler;

  /** Whether anything was written since this was last asked. */
  boolean touched;

  /** What every unwritten page holds, or null if the filler decides. */
  byte[] shared;

  /** How many pages are in memory. */
  int resident;

  private final byte[][][] leaves;
  private byte[][][] aside; // null until there was no room for a page
  private int[][] slots; // in the file, plus 1; null as above
  private final long[] written; // pages in memory that are not as made, nor as in the file

  PagedBuffer(String name, Type type, long bytes) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
    pages = Math.toIntExact((bytes + DeviceMemory.PAGE_MASK) >>> DeviceMemory.PAGE_BITS);
    leaves = new byte[(pages >>> LEAF_BITS) + 1][][];
    written = new long[(pages + 63) >>> 6];
  }

  /** Every unwritten page holds an element's bytes, repeated from the start of the buffer. */
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

  /** Bytes of a page that belong to the buffer. */
  int length(int page) {
    return (int) Math.min(DeviceMemory.PAGE_BYTES, bytes - ((long) page << DeviceMemory.PAGE_BITS));
  }

  /** A page of the table, or null. */
  byte[] page(int page) {
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

  boolean isWritten(int page) {
    return (written[page >>> 6] & 1L << page) != 0;
  }

  void setWritten(int page) {
    written[page >>> 6] |= 1L << page;
  }

  void clearWritten(int page) {
    written[page >>> 6] &= ~(1L << page);
  }

  /** Takes a page out of the table, if it is there: the next access finds it set aside. */
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

  /** A page that was set aside, or null. */
  byte[] aside(int page) {
    byte[][] leaf = aside == null ? null : aside[page >>> LEAF_BITS];
    return leaf == null ? null : leaf[page & LEAF_MASK];
  }

  /** A page that was set aside leaves memory. */
  void dropAside(int page) {
    aside[page >>> LEAF_BITS][page & LEAF_MASK] = null;
  }

  /** A page in memory, back in the table where it was set aside; or null. */
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

  /** Where a page is in the file, or -1. */
  int slot(int page) {
    int[] leaf = slots == null ? null : slots[page >>> LEAF_BITS];
    return leaf == null ? -1 : leaf[page & LEAF_MASK] - 1;
  }

  /** Where a page is that is in the file and not in memory, or -1. */
  int slotOnly(int page) {
    return page(page) == null && aside(page) == null ? slot(page) : -1;
  }

  /**
   * @param slot in the file, or -1 for none any more
   */
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

  /** The first page from one on that is not as made, or the number of pages. */
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

  /** All pages are as made again; nothing of them is in memory. */
  void clear() {
    Arrays.fill(leaves, null);
    Arrays.fill(written, 0);
    aside = null;
    slots = null;
    resident = 0;
  }
}
