package io.lockstep.trace.change;

import io.lockstep.kernel.ir.Address;
import java.util.Arrays;

/**
 * Where coalesced accesses find the elements of one size in one buffer. Each element has one place,
 * so accesses that shared an element still do.
 *
 * <p>If the elements of a work-group fill the memory sectors in which they lie, they stay where
 * they are, and the group's work-items exchange them: the n-th element in the order of first access
 * is the n-th by address. That is what staging in local memory does. Otherwise all elements of the
 * buffer that are accessed move together, in the order of first access: a structure of arrays, or a
 * transposed array. The first work-group decides.
 *
 * <p>Memory: the elements of a work-group; of buffers whose elements move, one number for each
 * element in use. Not thread-safe.
 */
final class Layout {
  private static final int SECTOR = 32; // bytes of the smallest transactions
  private static final int ALIGNMENT = 64; // bytes; of a work-group's first element
  private static final int PAGE = 1024; // elements

  /** Share of its sectors that a group must use if elements are to stay. */
  private static final double FILLED = 0.75;

  private final int buffer;
  private final long bufferBytes;
  private final int bytes;
  private final long[] used; // bytes of the buffer that hold moved elements, of all sizes
  private final LongSet group = new LongSet(); // addresses of the present work-group
  private long[] sorted = new long[0];
  private boolean decided;
  private boolean moves;
  private long[][] places = new long[0][]; // offset + 1 by element, or 0

  Layout(int buffer, long bufferBytes, int bytes, long[] used) {
    this.buffer = buffer;
    this.bufferBytes = bufferBytes;
    this.bytes = bytes;
    this.used = used;
  }

  /** Begins a work-group. */
  void begin() {
    group.clear();
  }

  /** Notes an access of the work-group, in order. */
  void note(long address) {
    group.add(address);
  }

  /** All accesses of the work-group are noted. */
  void end() {
    if (!decided) {
      sorted = group.sorted();
      moves = !isFilled();
      decided = true;
    } else if (!moves) {
      sorted = group.sorted();
    }
  }

  private boolean isFilled() {
    long sectors = 0;
    long last = -1;
    for (long address : sorted) {
      long first = Math.max(last + 1, address / SECTOR);
      last = Math.max(last, (address + bytes - 1) / SECTOR);
      sectors += last - first + 1;
    }
    boolean aligned =
        sorted.length > 0 && Address.offset(sorted[0]) % Math.min(ALIGNMENT, 16 * bytes) == 0;
    return aligned && (double) sorted.length * bytes >= FILLED * SECTOR * sectors;
  }

  /** The new address of an element that was noted. */
  long place(long address) {
    return moves ? moved(address) : sorted[group.order(address)];
  }

  private long moved(long address) {
    long element = Address.offset(address) / bytes;
    int page = (int) (element / PAGE);
    if (page >= places.length) {
      places = Arrays.copyOf(places, Math.max(page + 1, 2 * places.length));
    }
    if (places[page] == null) {
      places[page] = new long[PAGE];
    }
    int at = (int) (element % PAGE);
    if (places[page][at] == 0) {
      places[page][at] = free() + 1;
    }
    return Address.of(buffer, places[page][at] - 1);
  }

  /** The offset of the next element; the first again where overlapping elements fill the buffer. */
  private long free() {
    long offset = (used[0] + bytes - 1) / bytes * bytes;
    if (offset + bytes > bufferBytes) {
      offset = 0;
    }
    used[0] = offset + bytes;
    return offset;
  }
}
