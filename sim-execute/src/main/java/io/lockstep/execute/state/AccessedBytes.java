// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.record.AddressShape;
import io.lockstep.kernel.ir.Address;
import java.util.Arrays;

/**
 * The bytes of device memory that a chunk of work-groups has read and written, by page. Reads of
 * buffers that no group is known to write are only noted by buffer.
 */
public final class AccessedBytes {
  private static final int WORDS = DeviceMemory.PAGE_BYTES / Long.SIZE;
  private static final int LEAF_BITS = 10;
  private static final int LEAF_MASK = (1 << LEAF_BITS) - 1;

  /** The accessed bytes of one page, a bit each. */
  public static final class Page {
    final long[] read = new long[WORDS];
    public final long[] written = new long[WORDS];
    private final long[] updated = new long[WORDS];
    public boolean isWritten;
    private boolean isUpdated;
    private boolean isRead;
    private long address;
    private final int index; // among the pages of the chunk

    private Page(int index) {
      this.index = index;
    }

    /** Returns the functional address of the page. */
    public long address() {
      return address;
    }

    /** Returns whether memory differs from the page after the chunk. */
    public boolean isChanged() {
      return isWritten || isUpdated;
    }

    private void clear(long of) {
      address = of;
      if (isRead) {
        Arrays.fill(read, 0);
        isRead = false;
      }
      if (isWritten) {
        Arrays.fill(written, 0);
        isWritten = false;
      }
      if (isUpdated) {
        Arrays.fill(updated, 0);
        isUpdated = false;
      }
    }
  }

  private final boolean[] writtenBuffers; // shared by all chunks, changes between their rounds only
  private final boolean[] readBuffers; // of those that no group was known to write
  private Page[] pages = new Page[64]; // reused; the first count are in use
  private int count;
  private final Page[][][] table; // by buffer, and by the page's number in two parts
  private Page last;

  /** The atomic operations, whose bytes are not among the written ones. */
  public final UpdateLog updates = new UpdateLog();

  private boolean updatesMarked;

  /**
   * @param writtenBuffers whether groups write to a buffer, by its number; changes between rounds
   */
  public AccessedBytes(boolean[] writtenBuffers) {
    this.writtenBuffers = writtenBuffers;
    readBuffers = new boolean[writtenBuffers.length];
    table = new Page[writtenBuffers.length][1][];
  }

  /** Forgets all accesses. */
  public void clear() {
    for (int p = 0; p < count; p++) {
      long address = pages[p].address;
      leaf(address)[number(address) & LEAF_MASK] = null;
    }
    count = 0;
    last = null;
    updates.clear();
    updatesMarked = false;
    Arrays.fill(readBuffers, false);
  }

  public int count() {
    return count;
  }

  public Page page(int index) {
    return pages[index];
  }

  /**
   * Adds the accesses of work-items {@code low} to {@code high - 1} to one page.
   *
   * @param address functional address of the page
   * @param positions first byte inside the page, minus {@code start}, by work-item
   * @param bytes bytes of an access, a power of two by which it is aligned
   */
  public void add(
      long address, boolean write, int[] positions, int start, int low, int high, int bytes) {
    if (!write && !isWatched(address)) {
      return;
    }
    long[] bits = bits(address, write);
    long mask = (1L << bytes) - 1;
    for (int i = low; i < high; i++) {
      int at = start + positions[i];
      bits[at >>> 6] |= mask << at;
    }
  }

  /** Adds an atomic operation of work-items {@code low} to {@code high - 1} on one page. */
  public void update(
      UpdateLog.Update update, long address, int[] positions, int start, int low, int high) {
    Page page = pageOf(address);
    page.isUpdated = true;
    updates.add(update, page.index, positions, start, low, high);
  }

  /** Marks the bytes of atomic operations, which only pages with other accesses need. */
  private void markUpdates() {
    if (!updatesMarked) {
      updates.mark(page -> pages[page].updated);
      updatesMarked = true;
    }
  }

  /** Adds the accesses of work-items {@code low} to {@code high - 1}, each to a page of its own. */
  public void add(long[] addresses, long offset, boolean write, int low, int high, int bytes) {
    long mask = (1L << bytes) - 1;
    for (int i = low; i < high; i++) {
      long at = addresses[i] + offset;
      long page = at & ~DeviceMemory.PAGE_MASK;
      if (write || isWatched(page)) {
        int inPage = (int) (at - page);
        bits(page, write)[inPage >>> 6] |= mask << inPage;
      }
    }
  }

  /** Adds the accesses of all work-items of a group to one page; they have a shape. */
  public void add(long address, boolean write, AddressShape shape, int start, int size, int bytes) {
    if (!write && !isWatched(address)) {
      return;
    }
    int row = shape.rowLength();
    int[] places = shape.places();
    int end = shape.repeatsByRow() ? row : size;
    int stride = shape.strideX();
    if (stride != 0 && stride != bytes) {
      add(address, write, places, start, 0, end, bytes);
      return;
    }
    int length = stride == 0 ? bytes : row * bytes;
    long[] bits = bits(address, write);
    for (int i = 0; i < end; i += row) {
      addRange(bits, start + places[i], length);
    }
  }

  private boolean isWatched(long address) {
    int buffer = Address.buffer(address);
    if (writtenBuffers[buffer]) {
      return true;
    }
    readBuffers[buffer] = true;
    return false;
  }

  private static void addRange(long[] bits, int from, int length) {
    int lastByte = from + length - 1;
    int first = from >>> 6;
    int lastWord = lastByte >>> 6;
    long low = -1L << from;
    long high = -1L >>> 63 - (lastByte & 63);
    if (first == lastWord) {
      bits[first] |= low & high;
      return;
    }
    bits[first] |= low;
    for (int w = first + 1; w < lastWord; w++) {
      bits[w] = -1;
    }
    bits[lastWord] |= high;
  }

  private long[] bits(long address, boolean write) {
    Page page = pageOf(address);
    page.isWritten |= write;
    page.isRead |= !write;
    return write ? page.written : page.read;
  }

  private Page pageOf(long address) {
    last = last != null && last.address == address ? last : find(address);
    return last;
  }

  /** Returns the size of the logged atomic operations. */
  public long updateBytes() {
    return updates.bytes();
  }

  /** Returns whether a byte was written both by atomic operations and by stores. */
  public boolean mixesUpdates() {
    for (int p = 0; p < count; p++) {
      Page page = pages[p];
      if (page.isWritten && page.isUpdated) {
        markUpdates();
        if (intersects(page.written, page.updated)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean intersects(long[] a, long[] b) {
    long common = 0;
    for (int w = 0; w < WORDS; w++) {
      common |= a[w] & b[w];
    }
    return common != 0;
  }

  /** Returns whether a byte that this chunk has read was written by the other chunk. */
  public boolean readsWhatIsWrittenBy(AccessedBytes other) {
    for (int p = 0; p < other.count; p++) {
      Page theirs = other.pages[p];
      Page own =
          theirs.isChanged() ? leaf(theirs.address)[number(theirs.address) & LEAF_MASK] : null;
      if (own == null || !own.isRead) {
        continue;
      }
      if (theirs.isUpdated) {
        other.markUpdates();
      }
      if (intersects(own.read, theirs.written) || intersects(own.read, theirs.updated)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Notes the buffers that the other chunk has written and whose reads by this one were only noted
   * by buffer; returns whether there are any.
   */
  public boolean learnsFrom(AccessedBytes other) {
    boolean found = false;
    for (int p = 0; p < other.count; p++) {
      int buffer = Address.buffer(other.pages[p].address);
      if (other.pages[p].isChanged() && readBuffers[buffer]) {
        writtenBuffers[buffer] = true;
        found = true;
      }
    }
    return found;
  }

  private Page find(long address) {
    Page[] leaf = leaf(address);
    int at = number(address) & LEAF_MASK;
    if (leaf[at] == null) {
      if (count == pages.length) {
        pages = Arrays.copyOf(pages, 2 * count);
      }
      if (pages[count] == null) {
        pages[count] = new Page(count);
      }
      leaf[at] = pages[count++];
      leaf[at].clear(address);
    }
    return leaf[at];
  }

  private static int number(long address) {
    return (int) (Address.offset(address) >>> DeviceMemory.PAGE_BITS);
  }

  /** Returns the block of entries, of one buffer and 1,024 adjacent pages, with that of a page. */
  private Page[] leaf(long address) {
    int buffer = Address.buffer(address);
    int number = number(address) >>> LEAF_BITS;
    if (number >= table[buffer].length) {
      table[buffer] = Arrays.copyOf(table[buffer], number + 1);
    }
    if (table[buffer][number] == null) {
      table[buffer][number] = new Page[LEAF_MASK + 1];
    }
    return table[buffer][number];
  }
}
