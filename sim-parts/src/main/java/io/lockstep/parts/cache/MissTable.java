package io.lockstep.parts.cache;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;

/**
 * Miss-status registers: a bounded number of outstanding units (lines or sectors), each with a
 * chain of waiting references.
 *
 * <p>The first miss of a unit takes an {@link #allocate entry}; later ones join its chain ({@link
 * #join}) and cost no request. Units are found by their address through an open hash; references
 * are the caller's numbers, served in the order they joined. Allocates nothing. Not thread-safe.
 */
public final class MissTable implements Stateful {
  private static final long FREE = -1;
  private static final int START = 8;

  private final int entries;

  /** Node of the first reference of the unit released last: it has none in {@link #chain}. */
  private static final int INLINE = Integer.MAX_VALUE;

  private static final int END = -1;

  /**
   * By slot: the unit's address; its first reference and, in the upper half, the last node of the
   * chain of others, whose following one is the first. Most units have one reference, which costs
   * no visit of the chain. Begins small and grows with use: most tables never fill, and small ones
   * stay in the host's caches.
   */
  private long[] table = free(START);

  /** By node: the reference; in the upper half the following node. */
  private final long[] chain;

  private final int waiters; // its length, without a visit

  private int releasedReference;
  private int releasedNext;

  private int freeNode;
  private int used;
  private int nodes;

  /**
   * @param entries units that may be outstanding at once
   * @param waiters references that may wait at once, at least one per entry
   */
  public MissTable(int entries, int waiters) {
    if (entries < 1 || waiters < entries) {
      throw new IllegalArgumentException(entries + " entries with " + waiters + " waiters");
    }
    this.entries = entries;
    this.waiters = waiters;
    chain = new long[waiters];
    for (int i = 0; i < waiters; i++) {
      chain[i] = pair(0, i + 1 < waiters ? i + 1 : END);
    }
  }

  private static long[] free(int slots) {
    long[] table = new long[2 * slots];
    for (int s = 0; s < table.length; s += 2) {
      table[s] = FREE;
    }
    return table;
  }

  private static long pair(int low, int high) {
    return (long) high << 32 | low & 0xFFFFFFFFL;
  }

  private static int high(long pair) {
    return (int) (pair >>> 32);
  }

  /**
   * {@return whether a unit is outstanding}
   *
   * @param unit its address
   */
  public boolean holds(long unit) {
    return table[slot(unit)] == unit;
  }

  /**
   * Reads where a unit's search begins and changes nothing, so that the host has it near.
   *
   * @param unit its address
   * @return any number: for the caller to use somehow, or the reading would be left out
   */
  public long preview(long unit) {
    return table[hash(unit)];
  }

  /**
   * {@return the first reference that waits for a unit, or {@code otherwise}}
   *
   * @param unit its address
   * @param otherwise the answer where it is not outstanding
   */
  public int first(long unit, int otherwise) {
    int s = slot(unit);
    return table[s] == unit ? (int) table[s + 1] : otherwise;
  }

  /** {@return whether one more unit may be outstanding} */
  public boolean hasEntry() {
    return used < entries && hasWaiter();
  }

  /** {@return whether one more reference may wait} */
  public boolean hasWaiter() {
    return nodes < waiters;
  }

  /** {@return how many more references may wait} */
  public int freeWaiters() {
    return waiters - nodes;
  }

  /** {@return how many more units may be outstanding} */
  public int freeEntries() {
    return entries - used;
  }

  /** {@return outstanding units} */
  public int outstanding() {
    return used;
  }

  /**
   * Takes an entry for a unit that is not outstanding.
   *
   * @param unit its address, not negative
   * @param waiting the first reference of its chain
   * @throws IllegalStateException where there is none, or the unit is outstanding already
   */
  public void allocate(long unit, int waiting) {
    int s = slot(unit);
    if (table[s] == unit) {
      throw noEntry(unit);
    }
    allocate(s, unit, waiting);
  }

  /**
   * Joins the chain of an outstanding unit.
   *
   * @param unit its address
   * @param waiting the caller's number
   * @throws IllegalStateException where it is not outstanding, or no more may wait
   */
  public void join(long unit, int waiting) {
    int s = slot(unit);
    if (table[s] != unit) {
      throw new IllegalStateException("cannot wait for " + Long.toHexString(unit));
    }
    join(s, unit, waiting);
  }

  /**
   * Waits for a unit: joins its chain where it is outstanding, else takes an entry.
   *
   * @param unit its address, not negative
   * @param waiting the caller's number
   * @return whether it was not outstanding, so that somebody has to fetch it
   * @throws IllegalStateException where no more may wait, or no entry is free
   */
  public boolean await(long unit, int waiting) {
    int s = slot(unit);
    if (table[s] == unit) {
      join(s, unit, waiting);
      return false;
    }
    allocate(s, unit, waiting);
    return true;
  }

  private void allocate(int s, long unit, int waiting) {
    if (!hasEntry()) {
      throw noEntry(unit);
    }
    used++;
    nodes++;
    table[s] = unit;
    table[s + 1] = pair(waiting, END);
    if (4 * used > table.length) {
      grow();
    }
  }

  private void grow() {
    long[] old = table;
    table = free(old.length);
    for (int s = 0; s < old.length; s += 2) {
      if (old[s] != FREE) {
        int to = slot(old[s]);
        table[to] = old[s];
        table[to + 1] = old[s + 1];
      }
    }
  }

  private void join(int s, long unit, int waiting) {
    if (!hasWaiter()) {
      throw new IllegalStateException("cannot wait for " + Long.toHexString(unit));
    }
    nodes++;
    int n = freeNode;
    freeNode = high(chain[n]);
    int tail = high(table[s + 1]);
    if (tail == END) {
      chain[n] = pair(waiting, n);
    } else {
      chain[n] = pair(waiting, high(chain[tail]));
      chain[tail] = pair((int) chain[tail], n);
    }
    table[s + 1] = pair((int) table[s + 1], n);
  }

  private static IllegalStateException noEntry(long unit) {
    return new IllegalStateException("no miss entry for " + Long.toHexString(unit));
  }

  /**
   * Frees a unit's entry.
   *
   * @param unit its address
   * @return the first node of its chain, to be walked with {@link #following} at once; -1 where the
   *     unit is not outstanding
   */
  public int release(long unit) {
    int s = slot(unit);
    if (table[s] != unit) {
      return -1;
    }
    long references = table[s + 1];
    used--;
    remove(s);
    releasedReference = (int) references;
    int tail = high(references);
    releasedNext = END;
    if (tail != END) {
      releasedNext = high(chain[tail]);
      chain[tail] = pair((int) chain[tail], END);
    }
    return INLINE;
  }

  /**
   * {@return the reference of a released node, before it is freed}
   *
   * @param node as {@link #release} or {@link #following} gave it
   */
  public int reference(int node) {
    return node == INLINE ? releasedReference : (int) chain[node];
  }

  /**
   * Frees a released node and returns the next of its chain, or -1.
   *
   * @param node as {@link #release} or this gave it
   * @return the node that joined after it, -1 after the last
   */
  public int following(int node) {
    nodes--;
    if (node == INLINE) {
      return releasedNext;
    }
    long was = chain[node];
    chain[node] = pair((int) was, freeNode);
    freeNode = node;
    return high(was);
  }

  /** Index of the unit in the table, or of the free slot at which its search ends. */
  private int slot(long unit) {
    int s = hash(unit);
    while (table[s] != FREE && table[s] != unit) {
      s = s + 2 & table.length - 1;
    }
    return s;
  }

  private int hash(long unit) {
    return ((int) ((unit >>> 5) * 0x9E3779B97F4A7C15L >>> 40) << 1) & table.length - 2;
  }

  /** Empties a slot and moves later ones up, so that every search still ends at a free one. */
  private void remove(int hole) {
    int s = hole;
    int i = hole;
    while (true) {
      i = i + 2 & table.length - 1;
      if (table[i] == FREE) {
        break;
      }
      int home = hash(table[i]);
      boolean between = s <= i ? home > s && home <= i : home > s || home <= i;
      if (!between) {
        table[s] = table[i];
        table[s + 1] = table[i + 1];
        s = i;
      }
    }
    table[s] = FREE;
  }

  @Override
  public void save(StateWriter out) {
    out.writeLongs(table);
    out.writeLongs(chain);
    out.writeInt(freeNode);
    out.writeInt(used);
    out.writeInt(nodes);
  }

  @Override
  public void load(StateReader in) {
    table = in.readLongs();
    in.readInto(chain);
    freeNode = in.readInt();
    used = in.readInt();
    nodes = in.readInt();
  }
}
