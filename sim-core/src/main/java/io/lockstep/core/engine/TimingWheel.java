package io.lockstep.core.engine;

import java.util.Arrays;

/**
 * Timing wheel with one bucket per tick and kind, and a heap for what lies beyond its window.
 *
 * <p>A set bit per occupied kind of a tick and per occupied tick finds the next bucket without
 * looking at empty ones. Buckets are contiguous pooled arrays, drained by block copy. First in,
 * first out at equal ticks needs no sequence number: when the window moves, the heap's events enter
 * it at once, before a handler can add to the same tick.
 *
 * <p>Adding and taking cost a few nanoseconds whatever the number of pending events; nothing is
 * allocated once the pool has grown. Varghese and Lauck, Hashed and Hierarchical Timing Wheels
 * (1987), is the idea. Not thread-safe.
 */
public final class TimingWheel implements EventQueue {
  /** Ticks in the default window. */
  public static final int WINDOW = 1024;

  private final int window;
  private final int slotMask;
  private final long[] occupiedTicks;
  private final long[] occupiedKinds; // per slot, and last the next pass
  private final long[] kindsOfPhase = new long[Phase.values().length];
  private final BucketPool pool = new BucketPool();
  private final FarHeap far = new FarHeap();
  private int kindShift = 3;
  private long[][] buckets;
  private int[] sizes;

  private long base; // the window is base … base + window - 1; base is the tick opened last
  private int slot;
  private int phase;
  private int current = -1; // bucket being taken
  private int currentKind;
  private int taken;

  /** A wheel with the default window. */
  public TimingWheel() {
    this(WINDOW);
  }

  /**
   * A wheel.
   *
   * @param window ticks, a power of two, at least 64
   */
  public TimingWheel(int window) {
    if (window < 64 || Integer.bitCount(window) != 1) {
      throw new IllegalArgumentException("window " + window + " is not a power of two ≥ 64");
    }
    this.window = window;
    this.slotMask = window - 1;
    this.occupiedTicks = new long[window >> 6];
    this.occupiedKinds = new long[window + 1];
    this.buckets = new long[(window + 1) << kindShift][];
    this.sizes = new int[(window + 1) << kindShift];
  }

  @Override
  public void kind(int kind, Phase phase) {
    while (kind >> kindShift != 0) {
      widen();
    }
    kindsOfPhase[phase.ordinal()] |= 1L << kind;
  }

  private void widen() {
    int rows = window + 1;
    int width = 1 << kindShift;
    long[][] widerBuckets = new long[2 * rows * width][];
    int[] widerSizes = new int[2 * rows * width];
    for (int row = 0; row < rows; row++) {
      System.arraycopy(buckets, row * width, widerBuckets, 2 * row * width, width);
      System.arraycopy(sizes, row * width, widerSizes, 2 * row * width, width);
    }
    buckets = widerBuckets;
    sizes = widerSizes;
    kindShift++;
  }

  @Override
  public void add(long tick, int kind, long event, int source) {
    if (tick - base < window) {
      append((int) tick & slotMask, kind, event);
    } else {
      far.add(tick, event);
    }
  }

  @Override
  public void addNow(int kind, long event, int source, boolean toNextPass) {
    append(toNextPass ? window : slot, kind, event);
  }

  private void append(int row, int kind, long event) {
    int index = (row << kindShift) + kind;
    int size = sizes[index];
    long[] bucket;
    if (size == 0) {
      buckets[index] = bucket = pool.take();
      occupiedKinds[row] |= 1L << kind;
      if (row != window) {
        occupiedTicks[row >> 6] |= 1L << row;
      }
    } else {
      bucket = buckets[index];
      if (size == bucket.length) {
        buckets[index] = bucket = pool.grow(bucket);
      }
    }
    bucket[size] = event;
    sizes[index] = size + 1;
  }

  @Override
  public long nextTick() {
    int start = (int) base & slotMask;
    int words = occupiedTicks.length;
    int word = start >> 6;
    long bits = occupiedTicks[word] & -1L << start;
    for (int i = 0; i <= words; i++) { // the first word is looked at twice: its end, its beginning
      if (bits != 0) {
        int found = (word << 6) + Long.numberOfTrailingZeros(bits);
        return base + ((found - start) & slotMask);
      }
      word = word + 1 == words ? 0 : word + 1;
      bits = occupiedTicks[word];
    }
    return far.firstTick();
  }

  @Override
  public void open(long tick) {
    base = tick;
    slot = (int) tick & slotMask;
    phase = 0;
    while (far.firstTick() - tick < window) {
      long farTick = far.firstTick();
      long event = far.pop();
      append((int) farTick & slotMask, Event.kind(event), event);
    }
  }

  @Override
  public int nextKind() {
    if (current >= 0) {
      release();
    }
    long occupied = occupiedKinds[slot];
    if (occupied != 0) {
      long inPhase;
      while ((inPhase = occupied & kindsOfPhase[phase]) == 0) {
        phase++;
      }
      int kind = Long.numberOfTrailingZeros(inPhase);
      current = (slot << kindShift) + kind;
      currentKind = kind;
      taken = 0;
      return kind;
    }
    return -1;
  }

  private void release() {
    pool.give(buckets[current]);
    buckets[current] = null;
    sizes[current] = 0;
    occupiedKinds[slot] &= ~(1L << currentKind);
    current = -1;
  }

  @Override
  public int remaining() {
    return sizes[current] - taken;
  }

  @Override
  public void take(long[] into, int at, int count) {
    long[] bucket = buckets[current];
    if (count == 1) { // the common case where few events share a tick
      into[at] = bucket[taken];
    } else {
      System.arraycopy(bucket, taken, into, at, count);
    }
    taken += count;
  }

  @Override
  public boolean nextPass() {
    phase = 0;
    long next = occupiedKinds[window];
    if (next == 0) {
      occupiedTicks[slot >> 6] &= ~(1L << slot);
      return false;
    }
    occupiedKinds[slot] = next;
    occupiedKinds[window] = 0;
    for (long bits = next; bits != 0; bits &= bits - 1) {
      int kind = Long.numberOfTrailingZeros(bits);
      int from = (window << kindShift) + kind;
      int to = (slot << kindShift) + kind;
      buckets[to] = buckets[from];
      sizes[to] = sizes[from];
      buckets[from] = null;
      sizes[from] = 0;
    }
    return true;
  }

  @Override
  public long size() {
    long total = far.size();
    for (int size : sizes) {
      total += size;
    }
    return total;
  }

  @Override
  public void forEach(Visitor visitor) {
    for (int i = 0; i < window; i++) {
      long tick = base + i;
      int row = (int) tick & slotMask;
      for (long bits = occupiedKinds[row]; bits != 0; bits &= bits - 1) {
        int kind = Long.numberOfTrailingZeros(bits);
        int index = (row << kindShift) + kind;
        for (int e = 0; e < sizes[index]; e++) {
          visitor.event(tick, kind, buckets[index][e], Partition.OUTSIDE);
        }
      }
    }
    far.forEach(visitor);
  }

  @Override
  public void clear() {
    for (int i = 0; i < buckets.length; i++) {
      if (buckets[i] != null) {
        pool.give(buckets[i]);
        buckets[i] = null;
      }
    }
    Arrays.fill(sizes, 0);
    Arrays.fill(occupiedKinds, 0);
    Arrays.fill(occupiedTicks, 0);
    far.clear();
    base = 0;
    slot = 0;
    current = -1;
  }
}
