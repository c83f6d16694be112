// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.queue;

import java.util.Arrays;

/**
 * A single binary heap over the complete order: the reference implementation for the timing wheel.
 *
 * <p>With a seed it permutes ties: events of the same tick, pass and kind from different sources
 * are ordered by the seed; each source's own events stay in order. Not thread-safe.
 */
public final class BinaryHeapQueue implements EventQueue {
  private final boolean shuffle;
  private final long seed;
  private final int[] rankOfKind = new int[Event.MAX_KINDS];
  private Entry[] heap = new Entry[64];
  private int size;
  private long nextOrder;

  private long tick;
  private int pass;
  private long[] slice = new long[64];
  private int[] sources = new int[64];
  private int sliceSize;
  private int taken;

  private record Entry(
      long tick, int pass, int rank, int kind, long order, long event, int source) {
    boolean before(Entry other) {
      if (tick != other.tick) {
        return tick < other.tick;
      }
      if (pass != other.pass) {
        return pass < other.pass;
      }
      if (rank != other.rank) {
        return rank < other.rank;
      }
      return kind != other.kind ? kind < other.kind : order < other.order;
    }
  }

  /** Creates a queue with first-in, first-out order of ties. */
  public BinaryHeapQueue() {
    this(false, 0);
  }

  /**
   * Creates a queue with pseudo-random order of ties.
   *
   * @param seed determines the order
   */
  public BinaryHeapQueue(long seed) {
    this(true, seed);
  }

  private BinaryHeapQueue(boolean shuffle, long seed) {
    this.shuffle = shuffle;
    this.seed = seed;
  }

  @Override
  public void kind(int kind, Phase phase) {
    rankOfKind[kind] = phase.ordinal();
  }

  @Override
  public void add(long tick, int kind, long event, int source) {
    push(new Entry(tick, 0, rankOfKind[kind], kind, nextOrder++, event, source));
  }

  @Override
  public void addNow(int kind, long event, int source, boolean toNextPass) {
    int to = toNextPass ? pass + 1 : pass;
    push(new Entry(tick, to, rankOfKind[kind], kind, nextOrder++, event, source));
  }

  private void push(Entry entry) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    int hole = size++;
    while (hole > 0 && entry.before(heap[(hole - 1) / 2])) {
      heap[hole] = heap[(hole - 1) / 2];
      hole = (hole - 1) / 2;
    }
    heap[hole] = entry;
  }

  private Entry pop() {
    final Entry first = heap[0];
    Entry last = heap[--size];
    heap[size] = null;
    int hole = 0;
    for (int child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && heap[child + 1].before(heap[child])) {
        child++;
      }
      if (!heap[child].before(last)) {
        break;
      }
      heap[hole] = heap[child];
      hole = child;
    }
    if (size > 0) {
      heap[hole] = last;
    }
    return first;
  }

  @Override
  public long nextTick() {
    return size == 0 ? NEVER : heap[0].tick;
  }

  @Override
  public void open(long tick) {
    this.tick = tick;
    this.pass = 0;
  }

  @Override
  public int nextKind() {
    sliceSize = 0;
    taken = 0;
    if (size == 0 || heap[0].tick != tick || heap[0].pass != pass) {
      return -1;
    }
    int kind = heap[0].kind;
    while (size > 0 && heap[0].tick == tick && heap[0].pass == pass && heap[0].kind == kind) {
      if (sliceSize == slice.length) {
        slice = Arrays.copyOf(slice, 2 * sliceSize);
        sources = Arrays.copyOf(sources, 2 * sliceSize);
      }
      Entry entry = pop();
      slice[sliceSize] = entry.event;
      sources[sliceSize++] = entry.source;
    }
    if (shuffle && sliceSize > 1) {
      permute(kind);
    }
    return kind;
  }

  /** Permutes the events of the slice; events of one source stay in order. */
  private void permute(int kind) {
    long state = SplitMix.mix(seed + SplitMix.mix(tick * 64 + kind) + pass);
    int[] places = new int[sliceSize];
    for (int i = 0; i < sliceSize; i++) {
      state += 0x9E3779B97F4A7C15L;
      int j = (int) Long.remainderUnsigned(SplitMix.mix(state), i + 1);
      places[i] = places[j];
      places[j] = i;
    }
    long[] events = new long[sliceSize];
    long[] origin = new long[sliceSize]; // sorted pairs (source, index)
    long[] target = new long[sliceSize]; // sorted pairs (source, position)
    for (int i = 0; i < sliceSize; i++) {
      origin[i] = (long) sources[i] << 32 | i;
      target[i] = (long) sources[i] << 32 | places[i];
    }
    Arrays.sort(origin);
    Arrays.sort(target);
    for (int i = 0; i < sliceSize; i++) {
      events[(int) target[i]] = slice[(int) origin[i]];
    }
    System.arraycopy(events, 0, slice, 0, sliceSize);
  }

  @Override
  public int remaining() {
    return sliceSize - taken;
  }

  @Override
  public void take(long[] into, int at, int count) {
    System.arraycopy(slice, taken, into, at, count);
    taken += count;
  }

  @Override
  public boolean nextPass() {
    if (size > 0 && heap[0].tick == tick && heap[0].pass == pass + 1) {
      pass++;
      return true;
    }
    return false;
  }

  @Override
  public long size() {
    return size;
  }
}
