package io.lockstep.core.hardware;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import java.util.Arrays;

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

  private final int entries;
  private final int slots;
  private final long[] address;
  private final int[] head;
  private final int[] tail;
  private final int[] next;
  private final int[] reference;
  private int freeNode;
  private int used;
  private int nodes;

  private long allocations;
  private long merges;

  /**
   * @param entries units that may be outstanding at once
   * @param waiters references that may wait at once, at least one per entry
   */
  public MissTable(int entries, int waiters) {
    if (entries < 1 || waiters < entries) {
      throw new IllegalArgumentException(entries + " entries with " + waiters + " waiters");
    }
    this.entries = entries;
    slots = Integer.highestOneBit(2 * entries - 1) * 2;
    address = new long[slots];
    Arrays.fill(address, FREE);
    head = new int[slots];
    tail = new int[slots];
    next = new int[waiters];
    reference = new int[waiters];
    for (int i = 0; i < waiters; i++) {
      next[i] = i + 1 < waiters ? i + 1 : -1;
    }
  }

  /** Whether a unit is outstanding. */
  public boolean holds(long unit) {
    return address[slot(unit)] == unit;
  }

  /** Whether one more unit may be outstanding. */
  public boolean hasEntry() {
    return used < entries && freeNode >= 0;
  }

  /** Whether one more reference may wait. */
  public boolean hasWaiter() {
    return freeNode >= 0;
  }

  /** How many more references may wait. */
  public int freeWaiters() {
    return next.length - nodes;
  }

  /** How many more units may be outstanding. */
  public int freeEntries() {
    return entries - used;
  }

  /** Outstanding units. */
  public int outstanding() {
    return used;
  }

  /**
   * Takes an entry for a unit that is not outstanding.
   *
   * @throws IllegalStateException where there is none, or the unit is outstanding already
   */
  public void allocate(long unit, int waiting) {
    int s = slot(unit);
    if (!hasEntry() || address[s] == unit) {
      throw new IllegalStateException("no miss entry for " + Long.toHexString(unit));
    }
    address[s] = unit;
    used++;
    allocations++;
    int n = node(waiting);
    head[s] = n;
    tail[s] = n;
  }

  /**
   * Joins the chain of an outstanding unit.
   *
   * @throws IllegalStateException where it is not outstanding, or no more may wait
   */
  public void join(long unit, int waiting) {
    int s = slot(unit);
    if (address[s] != unit || freeNode < 0) {
      throw new IllegalStateException("cannot wait for " + Long.toHexString(unit));
    }
    merges++;
    int n = node(waiting);
    next[tail[s]] = n;
    tail[s] = n;
  }

  private int node(int waiting) {
    int n = freeNode;
    freeNode = next[n];
    next[n] = -1;
    reference[n] = waiting;
    nodes++;
    return n;
  }

  /**
   * Frees a unit's entry.
   *
   * @return the first node of its chain, to be walked with {@link #following} at once; -1 where the
   *     unit is not outstanding
   */
  public int release(long unit) {
    int s = slot(unit);
    if (address[s] != unit) {
      return -1;
    }
    int first = head[s];
    used--;
    remove(s);
    return first;
  }

  /** The reference of a released node, before it is freed. */
  public int reference(int node) {
    return reference[node];
  }

  /** Frees a released node and returns the next of its chain, or -1. */
  public int following(int node) {
    int following = next[node];
    next[node] = freeNode;
    freeNode = node;
    nodes--;
    return following;
  }

  private int slot(long unit) {
    int s = hash(unit);
    while (address[s] != FREE && address[s] != unit) {
      s = (s + 1) & (slots - 1);
    }
    return s;
  }

  private int hash(long unit) {
    return (int) ((unit >>> 5) * 0x9E3779B97F4A7C15L >>> 40) & (slots - 1);
  }

  /** Empties a slot and moves later ones up, so that every search still ends at a free one. */
  private void remove(int hole) {
    int s = hole;
    int i = hole;
    while (true) {
      i = (i + 1) & (slots - 1);
      if (address[i] == FREE) {
        break;
      }
      int home = hash(address[i]);
      boolean between = s <= i ? home > s && home <= i : home > s || home <= i;
      if (!between) {
        address[s] = address[i];
        head[s] = head[i];
        tail[s] = tail[i];
        s = i;
      }
    }
    address[s] = FREE;
  }

  /** Units that took an entry. */
  public long allocations() {
    return allocations;
  }

  /** References that joined an outstanding unit. */
  public long merges() {
    return merges;
  }

  /** Starts the counters anew. */
  public void resetCounters() {
    allocations = 0;
    merges = 0;
  }

  @Override
  public void save(StateWriter out) {
    out.writeLongs(address);
    out.writeInts(head);
    out.writeInts(tail);
    out.writeInts(next);
    out.writeInts(reference);
    out.writeInt(freeNode);
    out.writeInt(used);
    out.writeInt(nodes);
    out.writeLong(allocations);
    out.writeLong(merges);
  }

  @Override
  public void load(StateReader in) {
    States.read(in, address);
    States.read(in, head);
    States.read(in, tail);
    States.read(in, next);
    States.read(in, reference);
    freeNode = in.readInt();
    used = in.readInt();
    nodes = in.readInt();
    allocations = in.readLong();
    merges = in.readLong();
  }
}
