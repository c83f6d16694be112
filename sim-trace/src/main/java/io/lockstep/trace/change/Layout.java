package io.lockstep.trace.change;

import io.lockstep.kernel.ir.Address;
import java.util.Arrays;

/**
 * Where coalesced accesses find the elements of one size in one buffer. Each element has one place,
 * so accesses that shared an element still do.
 *
 * <p>Accesses that touch few more memory sectors than they need stay as they are. Otherwise, if the
 * elements of a work-group fill the sectors in which they lie, they keep their places, and the
 * group's work-items exchange them: the n-th element in the order of first access is the n-th by
 * address. That is what staging in local memory does. Otherwise all elements of the buffer that are
 * accessed move together, in the order of first access: a structure of arrays, or a transposed
 * array. So do elements that are accessed once and misaligned. The first work-group decides.
 *
 * <p>Memory: the elements of a work-group; of buffers whose elements move, one number for each
 * element in use. Not thread-safe.
 */
final class Layout {
  private static final int SECTOR = 32; // bytes of the smallest transactions
  private static final int ALIGNMENT = 64; // bytes; of a work-group's first element
  private static final int PAGE = 1024; // elements

  /** Sectors that accesses need, by those that they touch, if they are to stay as they are. */
  private static final double USED = 0.6;

  /** Work-items that share an element from which on the sectors they touch are no waste. */
  private static final int SHARED = 8;

  /** Share of its sectors that a group must use if elements are to stay. */
  private static final double FILLED = 0.75;

  /** What becomes of the elements. */
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
  private final LongSet group = new LongSet(); // addresses of the present work-group
  private long[] sorted = new long[0];
  private Plan plan = Plan.UNDECIDED;
  private final LongSet together = new LongSet(); // elements, then sectors, of some lanes
  private long accesses; // of different elements, by some lanes each
  private long needed; // sectors that these lanes could do with
  private long sectors; // that they touch
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

  /**
   * Notes which of the accesses are made together, by neighbouring work-items. They are noted one
   * by one as well.
   *
   * @param active work-items that access an element; some may access other buffers
   */
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

  /** All accesses of the work-group are noted. */
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

  /** The new address of an element that was noted. */
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
