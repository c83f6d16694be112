// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import java.util.Arrays;

/**
 * Miss-status holding registers: outstanding units (lines or sectors) with chains of waiters.
 *
 * <p>The first miss of a unit takes an entry; later ones join its chain without a request ({@link
 * #await}). Units are found by address through an open hash table; references are numbers that the
 * caller chooses, served in the order in which they joined. Not thread-safe.
 */
public final class MissTable {
  private static final long FREE = -1;
  private static final int START = 8;

  // Maximum width of addresses in a compact table.
  private static final int ADDRESS_BITS = 48;

  // Pseudo-node for the single inline reference of the unit released last, which is not in chain.
  private static final int INLINE = Integer.MAX_VALUE;

  private static final int END = -1;

  private final int entries;
  private final int waiters;

  /**
   * By slot: the unit's number and its waiting references, in one or two words. A single small
   * reference is stored directly, as most units have only one; otherwise the highest bit marks the
   * last node of a chain, whose successor is the first. The table starts small and grows with use:
   * most tables never fill, and small ones stay in the host's caches.
   */
  private long[] table;

  private final int unitShift; // right shift from address to unit number
  private final int numberShift; // left shift of the unit number within its word
  private final int step; // words per slot
  private final long chained; // highest bit of the waiting field: marks a chain

  /** By node: the reference in the lower half, the next node in the upper half; grows with use. */
  private long[] chain = new long[START];

  private int releasedReference;

  private int freeNode = END;
  private int fresh; // lowest node that was never used
  private int used;
  private int nodes;

  /**
   * Creates a table for units at any address.
   *
   * @param entries maximum number of outstanding units
   * @param waiters maximum number of waiting references, at least one per entry
   */
  public MissTable(int entries, int waiters) {
    this(entries, waiters, 0, 0, 2, 1L << 32);
  }

  /**
   * Creates a table of half the size, for units of one size with addresses of at most 48 bits.
   *
   * @param entries maximum number of outstanding units
   * @param waiters maximum number of waiting references, at least one per entry
   * @param unitBytes size of a unit, a power of two; addresses are multiples of it
   * @return an empty table
   */
  public static MissTable ofUnits(int entries, int waiters, int unitBytes) {
    int shift = Integer.numberOfTrailingZeros(unitBytes);
    int left = Math.min(Long.SIZE - ADDRESS_BITS + shift, 31);
    return waiters >= 1 << left - 1
        ? new MissTable(entries, waiters)
        : new MissTable(entries, waiters, shift, left, 1, 1L << left - 1);
  }

  private MissTable(
      int entries, int waiters, int unitShift, int numberShift, int step, long chained) {
    if (entries < 1 || waiters < entries) {
      throw new IllegalArgumentException(entries + " entries with " + waiters + " waiters");
    }
    this.entries = entries;
    this.waiters = waiters;
    this.unitShift = unitShift;
    this.numberShift = numberShift;
    this.step = step;
    this.chained = chained;
    table = free(START * step);
  }

  private static long[] free(int words) {
    long[] table = new long[words];
    Arrays.fill(table, FREE);
    return table;
  }

  private static long pair(int low, int high) {
    return (long) high << 32 | low & 0xFFFFFFFFL;
  }

  private static int high(long pair) {
    return (int) (pair >>> 32);
  }

  /** Returns the index of the unit's slot, or of the free slot that ends the search. */
  private int slot(long unit) {
    long[] t = table;
    long number = unit >>> unitShift;
    int s = home(number, t);
    for (long word = t[s]; word != FREE && word >>> numberShift != number; word = t[s]) {
      s = s + step & t.length - 1;
    }
    return s;
  }

  private int home(long number, long[] t) {
    return (int) (number * 0x9E3779B97F4A7C15L >>> 40) & t.length - step;
  }

  private boolean isThere(int s) {
    return table[s] != FREE;
  }

  private long waiting(int s) {
    return table[s + step - 1] & chained + (chained - 1);
  }

  private void put(int s, long unit, long waiting) {
    if (step == 1) {
      table[s] = unit >>> unitShift << numberShift | waiting;
    } else {
      table[s] = unit;
      table[s + 1] = waiting;
    }
  }

  private void grow() {
    long[] old = table;
    long[] more = free(2 * old.length);
    for (int s = 0; s < old.length; s += step) {
      if (old[s] != FREE) {
        int to = home(old[s] >>> numberShift, more);
        while (more[to] != FREE) {
          to = to + step & more.length - 1;
        }
        more[to] = old[s];
        more[to + step - 1] = old[s + step - 1];
      }
    }
    table = more;
  }

  /** Empties a slot by backward-shift deletion, so that probe sequences end at a free slot. */
  private void remove(int hole) {
    long[] t = table;
    int s = hole;
    int i = hole;
    while (true) {
      i = i + step & t.length - 1;
      long word = t[i];
      if (word == FREE) {
        break;
      }
      int home = home(word >>> numberShift, t);
      boolean between = s <= i ? home > s && home <= i : home > s || home <= i;
      if (!between) {
        t[s + step - 1] = t[i + step - 1];
        t[s] = word;
        s = i;
      }
    }
    t[s] = FREE;
  }

  /**
   * {@return whether a unit is outstanding}
   *
   * @param unit address of the unit
   */
  public boolean holds(long unit) {
    return isThere(slot(unit));
  }

  /**
   * {@return whether a reference that is not negative waits for a unit}
   *
   * @param unit address of the unit
   */
  public boolean awaitsPositive(long unit) {
    int s = slot(unit);
    if (!isThere(s)) {
      return false;
    }
    long waiting = waiting(s);
    if (waiting < chained) {
      return ofSmall(waiting) >= 0;
    }
    int tail = node(waiting);
    int n = tail;
    do {
      if ((int) chain[n] >= 0) {
        return true;
      }
      n = high(chain[n]);
    } while (n != tail);
    return false;
  }

  /** {@return the number of references that may still be added} */
  public int freeWaiters() {
    return waiters - nodes;
  }

  /** {@return the number of units that may still become outstanding} */
  public int freeEntries() {
    return entries - used;
  }

  /** {@return the number of outstanding units} */
  public int outstanding() {
    return used;
  }

  /**
   * Adds a reference for a unit: appends to its chain if it is outstanding, else takes an entry.
   *
   * @param unit address of the unit, not negative
   * @param waiting the reference
   * @return whether the unit was not outstanding, so that the caller must fetch it
   * @throws IllegalStateException if no waiter or no entry is free
   */
  public boolean await(long unit, int waiting) {
    int s = slot(unit);
    if (isThere(s)) {
      join(s, unit, waiting);
      return false;
    }
    allocate(s, unit, waiting);
    return true;
  }

  private void allocate(int s, long unit, int waiting) {
    if (used == entries || nodes == waiters) {
      throw noEntry(unit);
    }
    if (unit < 0 || step == 1 && unit >>> ADDRESS_BITS != 0) {
      throw new IllegalArgumentException(Long.toHexString(unit) + " is not an address of a unit");
    }
    used++;
    nodes++;
    long small = small(waiting);
    put(s, unit, small < chained ? small : chained | alone(waiting));
    if (4 * step * used > 3 * table.length) {
      grow();
    }
  }

  private void join(int s, long unit, int waiting) {
    if (nodes == waiters) {
      throw new IllegalStateException("cannot wait for " + Long.toHexString(unit));
    }
    nodes++;
    long before = waiting(s);
    int tail = before < chained ? alone(ofSmall(before)) : node(before);
    int n = alone(waiting);
    chain[n] = pair(waiting, high(chain[tail]));
    chain[tail] = pair((int) chain[tail], n);
    put(s, unit, chained | n);
  }

  private int node(long waiting) {
    return (int) (waiting & chained - 1);
  }

  /** Zigzag encoding: small references of both signs stay small. */
  private static long small(int reference) {
    return (reference << 1 ^ reference >> 31) & 0xFFFFFFFFL;
  }

  private static int ofSmall(long small) {
    return (int) (small >>> 1) ^ -(int) (small & 1);
  }

  /** Allocates a node with a reference, linked to itself. */
  private int alone(int waiting) {
    int n = freeNode;
    if (n != END) {
      freeNode = high(chain[n]);
    } else {
      n = fresh++;
      if (n == chain.length) {
        chain = Arrays.copyOf(chain, 2 * n);
      }
    }
    chain[n] = pair(waiting, n);
    return n;
  }

  private static IllegalStateException noEntry(long unit) {
    return new IllegalStateException("no miss entry for " + Long.toHexString(unit));
  }

  /**
   * Frees a unit's entry.
   *
   * @param unit address of the unit
   * @return the first node of its chain, to be iterated at once; -1 if the unit is not outstanding
   */
  public int release(long unit) {
    int s = slot(unit);
    if (!isThere(s)) {
      return -1;
    }
    long waiting = waiting(s);
    used--;
    remove(s);
    if (waiting < chained) {
      releasedReference = ofSmall(waiting);
      return INLINE;
    }
    int tail = node(waiting);
    int first = high(chain[tail]);
    chain[tail] = pair((int) chain[tail], END);
    return first;
  }

  /**
   * {@return the reference of a released node, before it is freed}
   *
   * @param node returned by {@link #release} or {@link #following}
   */
  public int reference(int node) {
    return node == INLINE ? releasedReference : (int) chain[node];
  }

  /**
   * Frees a released node.
   *
   * @param node returned by {@link #release} or this method
   * @return the next node of the chain, -1 after the last
   */
  public int following(int node) {
    nodes--;
    if (node == INLINE) {
      return END;
    }
    long was = chain[node];
    chain[node] = pair((int) was, freeNode);
    freeNode = node;
    return high(was);
  }
}
