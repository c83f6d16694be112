// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import io.lockstep.kernel.ir.Address;
import java.util.Arrays;

/**
 * The new addresses of the elements of one size in one buffer whose accesses are coalesced. Each
 * element has one address, so accesses that shared an element still do.
 *
 * <p>The first work-group decides. Accesses that touch few more memory sectors than they need stay
 * unchanged. Otherwise, if a work-group uses most of the sectors that it touches, its work-items
 * exchange elements: the n-th element in the order of first access is the n-th by address, as
 * staging in local memory does. Otherwise all accessed elements of the buffer are moved into the
 * order of first access: a structure of arrays, or a transposed array. Elements that are accessed
 * once and misaligned are moved, too.
 *
 * <p>Memory: the elements of a work-group; for buffers whose elements move, one number for each
 * element in use.
 */
final class Layout {
  private static final int SECTOR = 32; // bytes of the smallest transactions
  private static final int ALIGNMENT = 64; // bytes; alignment of a work-group's first element
  private static final int PAGE = 1024; // elements per page of the table of new offsets

  /** Minimum ratio of needed to touched sectors at which elements stay in place. */
  private static final double USED = 0.6;

  /** Minimum number of work-items per element at which all touched sectors count as needed. */
  private static final int SHARED = 8;

  /** Minimum used share of sectors at which a group exchanges elements instead of moving them. */
  private static final double FILLED = 0.75;

  private enum Plan {
    UNDECIDED,
    STAY,
    EXCHANGE,
    MOVE
  }

  private final int buffer;
  private final long bufferBytes;
  private final int bytes;
  private final long[] used; // bytes of the buffer that hold moved elements, of all sizes
  private final LongSet group = new LongSet(); // addresses of the current work-group
  private long[] sorted = new long[0];
  private Plan plan = Plan.UNDECIDED;
  private final LongSet together = new LongSet(); // elements or sectors that some lanes access
  private long accesses; // distinct elements per group of lanes, summed
  private long needed; // smallest number of sectors for these accesses
  private long sectors; // sectors that these accesses touch
  private long[][] places = new long[0][]; // new offset + 1 by page and element, or 0

  Layout(int buffer, long bufferBytes, int bytes, long[] used) {
    this.buffer = buffer;
    this.bufferBytes = bufferBytes;
    this.bytes = bytes;
    this.used = used;
  }

  void begin() {
    group.clear();
  }

  void note(long address) {
    group.add(address);
  }

  /** Records which accesses neighbouring work-items make together, in addition to {@link #note}. */
  void noteTogether(long[] addresses, boolean[] active, int from, int to) {
    if (plan != Plan.UNDECIDED) {
      return;
    }
    int lanes = count(addresses, active, from, to, 1);
    int elements = together.size();
    count(addresses, active, from, to, SECTOR);
    int touched = together.size();
    boolean isShared = elements * SHARED <= lanes;
    accesses += elements;
    sectors += touched;
    needed += isShared ? touched : ((long) elements * bytes + SECTOR - 1) / SECTOR;
  }

  /** Collects the elements or sectors that some lanes access; returns the number of lanes. */
  private int count(long[] addresses, boolean[] active, int from, int to, int unit) {
    int lanes = 0;
    together.clear();
    for (int i = from; i < to; i++) {
      if (active[i] && Address.buffer(addresses[i]) == buffer) {
        together.add(addresses[i] / unit);
        lanes++;
      }
    }
    return lanes;
  }

  void end() {
    if (plan == Plan.UNDECIDED) {
      sorted = group.sorted();
      plan = plan();
    } else if (plan == Plan.EXCHANGE) {
      sorted = group.sorted();
    }
  }

  private Plan plan() {
    boolean aligned =
        sorted.length > 0 && Address.offset(sorted[0]) % Math.min(ALIGNMENT, 16 * bytes) == 0;
    if (!aligned && accesses == sorted.length) {
      return Plan.MOVE;
    }
    if (needed >= USED * sectors) {
      return Plan.STAY;
    }
    long filled = 0;
    long last = -1;
    for (long address : sorted) {
      long first = Math.max(last + 1, address / SECTOR);
      last = Math.max(last, (address + bytes - 1) / SECTOR);
      filled += last - first + 1;
    }
    return (double) sorted.length * bytes >= FILLED * SECTOR * filled ? Plan.EXCHANGE : Plan.MOVE;
  }

  /** Returns the new address of a recorded element. */
  long place(long address) {
    return switch (plan) {
      case EXCHANGE -> sorted[group.order(address)];
      case MOVE -> moved(address);
      default -> address;
    };
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

  /** Returns the offset of the next element; wraps to 0 if overlapping elements fill the buffer. */
  private long free() {
    long offset = (used[0] + bytes - 1) / bytes * bytes;
    if (offset + bytes > bufferBytes) {
      offset = 0;
    }
    used[0] = offset + bytes;
    return offset;
  }
}
