// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.record.AddressShape;
import io.lockstep.kernel.ir.Address;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * The bytes of device memory that a chunk of work-groups has read and written, by page. Reads of
 * buffers that no group is known to write are only noted by buffer.
 */
public final class AccessedBytes {
  private static final int PAGE_WORDS = DeviceMemory.PAGE_BYTES / Long.SIZE;

  /**
   * Bits of a position inside an area. Bits of scattered accesses are found by two loads that
   * usually hit a cache, and one that usually does not, since the arrays of an area are large.
   */
  private static final int AREA_BITS = 20;

  private static final int AREA_MASK = (1 << AREA_BITS) - 1;
  private static final int AREA_PAGES = 1 << AREA_BITS - DeviceMemory.PAGE_BITS;

  private static final byte READ = 1;
  private static final byte WRITTEN = 2;
  private static final byte UPDATED = 4;

  /**
   * The accessed bytes of adjacent pages, a bit each. Arrays are allocated when they are needed.
   */
  private static final class Area {
    final byte[] kinds = new byte[AREA_PAGES]; // of accesses, by page
    final int[] index = new int[AREA_PAGES]; // among the pages of the chunk
    final long[][] bits = new long[UPDATED + 1][]; // by kind

    long[] bits(int kind) {
      if (bits[kind] == null) {
        bits[kind] = new long[AREA_PAGES * PAGE_WORDS];
      }
      return bits[kind];
    }

    boolean is(int page, int kind) {
      return (kinds[page] & kind) != 0;
    }

    void clear(int page) {
      for (int kind = READ; kind <= UPDATED; kind <<= 1) {
        if (is(page, kind)) {
          Arrays.fill(bits[kind], page * PAGE_WORDS, (page + 1) * PAGE_WORDS, 0);
        }
      }
      kinds[page] = 0;
    }

    /** Returns whether a byte of a page has accesses of a kind here, and of another there. */
    boolean intersects(int page, int kind, Area other, int otherKind) {
      if (!is(page, kind) || !other.is(page, otherKind)) {
        return false;
      }
      long[] a = bits[kind];
      long[] b = other.bits[otherKind];
      long common = 0;
      for (int w = page * PAGE_WORDS; w < (page + 1) * PAGE_WORDS; w++) {
        common |= a[w] & b[w];
      }
      return common != 0;
    }
  }

  private final boolean[] writtenBuffers; // shared by all chunks, changes between their rounds only
  private final boolean notesReads;
  private final boolean[] readBuffers; // of those that no group was known to write
  private final Area[][] areas; // by buffer, and by number in the buffer
  private final ArrayDeque<Area> spare = new ArrayDeque<>();
  private long[] pages = new long[64]; // addresses of the accessed ones
  private int count;

  /** The atomic operations, whose bytes are not among the written ones. */
  public final UpdateLog updates = new UpdateLog();

  private boolean updatesMarked;

  /**
   * @param writtenBuffers whether groups write to a buffer, by its number; changes between rounds
   * @param notesReads whether reads matter, since other chunks come earlier in the order
   */
  public AccessedBytes(boolean[] writtenBuffers, boolean notesReads) {
    this.writtenBuffers = writtenBuffers;
    this.notesReads = notesReads;
    readBuffers = new boolean[writtenBuffers.length];
    areas = new Area[writtenBuffers.length][0];
  }

  /** Forgets all accesses. */
  public void clear() {
    for (int p = 0; p < count; p++) {
      area(pages[p]).clear(page(pages[p]));
    }
    for (int p = 0; p < count; p++) {
      free(pages[p]);
    }
    count = 0;
    updates.clear();
    updatesMarked = false;
    Arrays.fill(readBuffers, false);
  }

  /** Returns the number of accessed pages; the following methods take an index among them. */
  public int count() {
    return count;
  }

  /** Returns the functional address of a page. */
  public long address(int index) {
    return pages[index];
  }

  public boolean isWritten(int index) {
    return area(pages[index]).is(page(pages[index]), WRITTEN);
  }

  /** Returns whether memory differs from a page after the chunk. */
  public boolean isChanged(int index) {
    return area(pages[index]).is(page(pages[index]), WRITTEN | UPDATED);
  }

  /** Copies the bits of the written bytes of a page. */
  public void written(int index, long[] into) {
    long[] bits = area(pages[index]).bits[WRITTEN];
    System.arraycopy(bits, page(pages[index]) * PAGE_WORDS, into, 0, PAGE_WORDS);
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
    long[] bits = bits(address, write ? WRITTEN : READ);
    int first = inArea(address) + start;
    long mask = (1L << bytes) - 1;
    for (int i = low; i < high; i++) {
      int at = first + positions[i];
      bits[at >>> 6] |= mask << at;
    }
  }

  /** Adds an atomic operation of work-items {@code low} to {@code high - 1} on one page. */
  public void update(
      UpdateLog.Update update, long address, int[] positions, int start, int low, int high) {
    Area area = touched(address, UPDATED);
    updates.add(update, area.index[page(address)], positions, start, low, high);
  }

  /** Marks the bytes of atomic operations, which only pages with other accesses need. */
  private void markUpdates() {
    if (!updatesMarked) {
      updates.mark(
          (index, position, mask) -> {
            int at = inArea(pages[index]) + position;
            area(pages[index]).bits(UPDATED)[at >>> 6] |= mask << at;
          });
      updatesMarked = true;
    }
  }

  /**
   * Adds the accesses of work-items {@code low} to {@code high - 1} to one buffer, each to a page
   * of its own.
   */
  public void add(long[] addresses, long offset, boolean write, int low, int high, int bytes) {
    if (low == high || !write && !isWatched(addresses[low] + offset)) {
      return;
    }
    byte kind = write ? WRITTEN : READ;
    Area[] inBuffer = areas[Address.buffer(addresses[low] + offset)];
    long mask = (1L << bytes) - 1;
    long last = -1; // address of the last work-item's page
    long[] bits = null; // of the area of that page
    for (int i = low; i < high; i++) {
      long at = addresses[i] + offset;
      long page = at & ~DeviceMemory.PAGE_MASK;
      if (page != last) {
        last = page;
        int number = (int) (Address.offset(at) >>> AREA_BITS);
        Area area = number < inBuffer.length ? inBuffer[number] : null;
        if (area == null || !area.is(page(at), kind)) {
          area = touched(page, kind);
          inBuffer = areas[Address.buffer(at)];
        }
        bits = area.bits[kind];
      }
      bits[inArea(at) >>> 6] |= mask << at;
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
    long[] bits = bits(address, write ? WRITTEN : READ);
    int first = inArea(address) + start;
    for (int i = 0; i < end; i += row) {
      addRange(bits, first + places[i], length);
    }
  }

  private boolean isWatched(long address) {
    if (!notesReads) {
      return false;
    }
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

  /** Returns the bits of the area of a page that has accesses of a kind. */
  private long[] bits(long address, byte kind) {
    return touched(address, kind).bits[kind];
  }

  /** Notes that a page has accesses of a kind; returns its area. */
  private Area touched(long address, byte kind) {
    Area area = area(address);
    int page = page(address);
    if (!area.is(page, kind)) {
      area.bits(kind);
      if (area.kinds[page] == 0) {
        if (count == pages.length) {
          pages = Arrays.copyOf(pages, 2 * count);
        }
        area.index[page] = count;
        pages[count++] = address;
      }
      area.kinds[page] |= kind;
    }
    return area;
  }

  /** Returns the size of the logged atomic operations. */
  public long updateBytes() {
    return updates.bytes();
  }

  /** Returns whether a byte was written both by atomic operations and by stores. */
  public boolean mixesUpdates() {
    for (int p = 0; p < count; p++) {
      Area area = area(pages[p]);
      int page = page(pages[p]);
      if (area.is(page, WRITTEN) && area.is(page, UPDATED)) {
        markUpdates();
        if (area.intersects(page, WRITTEN, area, UPDATED)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether a byte that this chunk has read was written by the other chunk. */
  public boolean readsWhatIsWrittenBy(AccessedBytes other) {
    for (int p = 0; p < other.count; p++) {
      long address = other.pages[p];
      int page = page(address);
      Area theirs = other.area(address);
      Area own = theirs.is(page, WRITTEN | UPDATED) ? known(address) : null;
      if (own == null || !own.is(page, READ)) {
        continue;
      }
      if (theirs.is(page, UPDATED)) {
        other.markUpdates();
      }
      if (own.intersects(page, READ, theirs, WRITTEN)
          || own.intersects(page, READ, theirs, UPDATED)) {
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
      int buffer = Address.buffer(other.pages[p]);
      if (readBuffers[buffer] && other.isChanged(p)) {
        writtenBuffers[buffer] = true;
        found = true;
      }
    }
    return found;
  }

  /** Returns the index of the page of an address among those of its area. */
  private static int page(long address) {
    return (int) address >>> DeviceMemory.PAGE_BITS & AREA_PAGES - 1;
  }

  private static int inArea(long address) {
    return (int) address & AREA_MASK;
  }

  /** Returns the area of an address, or null if it has no accesses yet. */
  private Area known(long address) {
    Area[] inBuffer = areas[Address.buffer(address)];
    int number = (int) (Address.offset(address) >>> AREA_BITS);
    return number < inBuffer.length ? inBuffer[number] : null;
  }

  private Area area(long address) {
    Area known = known(address);
    return known != null ? known : add(address);
  }

  private Area add(long address) {
    int buffer = Address.buffer(address);
    int number = (int) (Address.offset(address) >>> AREA_BITS);
    if (number >= areas[buffer].length) {
      areas[buffer] = Arrays.copyOf(areas[buffer], Math.max(number + 1, 2 * areas[buffer].length));
    }
    Area area = spare.isEmpty() ? new Area() : spare.pop();
    areas[buffer][number] = area;
    return area;
  }

  /** Frees the cleared area of a page for other addresses, so that a launch holds few of them. */
  private void free(long page) {
    Area area = known(page);
    if (area != null) {
      areas[Address.buffer(page)][(int) (Address.offset(page) >>> AREA_BITS)] = null;
      spare.push(area);
    }
  }

  /** Returns the number of areas that are free. */
  int spareAreas() {
    return spare.size();
  }
}
