// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.queue;

import java.util.Arrays;

/**
 * A timing wheel of two levels (Varghese and Lauck, Hashed and Hierarchical Timing Wheels, 1987).
 *
 * <p>The first level has a bucket per tick and kind, for the current epoch (half the wheel) and the
 * next. Bitmaps of occupied kinds and ticks find the next bucket without visiting empty ones. All
 * buckets lie in one array: each has a few inline entries, and moves to a larger pooled block when
 * these are full, so that its events are always consecutive and are taken by block copy. One word
 * describes a bucket: the index of its next event and the end of its block. Later epochs are
 * unsorted lists ({@link Epochs}); events beyond these are in a heap ({@link FarHeap}).
 *
 * <p>Events of one tick are taken in the order in which they were added: when time enters an epoch,
 * the events already added to it move to the first level before a handler can add to the same tick.
 *
 * <p>Adding and taking cost amortised constant time in the wheel, logarithmic time in the heap. Not
 * thread-safe.
 */
public final class TimingWheel implements EventQueue {
  /** Default number of ticks of the first level. */
  public static final int WINDOW = 1024;

  private static final int HOME = 6; // inline entries of a bucket

  private final int window;
  private final int slotMask;
  private final int stride; // distance between kinds; not a power of two, to avoid cache conflicts
  private final int epochShift;
  private final long[] occupiedTicks; // one bit per slot; the last word is never read
  private final long[] occupiedKinds; // bits of kinds, by slot; last element: next pass
  private final long[] kindsOfPhase = new long[Phase.values().length];
  private final int[] usualOrder = new int[Event.MAX_KINDS];
  private final int[] homes = new int[Event.MAX_KINDS]; // by kind: start of its inline entries
  private final RoomPool rooms = new RoomPool();
  private final Epochs epochs = new Epochs();
  private final FarHeap far = new FarHeap();
  private long[]
      tails = {}; // by bucket: index after its last event; end of its block in the upper half
  private long[]
      events = {}; // of all buckets; inline entries out of use hold the start of the bucket's block
  private int used; // length of the used part of events

  private long base; // the tick opened last
  private long firstLevelEnd; // exclusive end of the ticks that have buckets
  private int slot;
  private int phase;
  private int current = -1; // bucket whose events are being taken, or -1
  private int currentKind;
  private int first; // index of the next event to take
  private int end; // index after the bucket's last event

  /** Creates a wheel with the default window. */
  public TimingWheel() {
    this(WINDOW);
  }

  /**
   * Creates a wheel.
   *
   * @param window ticks of the first level, two epochs; a power of two, at least 64
   */
  public TimingWheel(int window) {
    if (window < 64 || Integer.bitCount(window) != 1) {
      throw new IllegalArgumentException("window " + window + " is not a power of two ≥ 64");
    }
    this.window = window;
    this.slotMask = window - 1;
    this.stride = window + 8;
    this.epochShift = Integer.numberOfTrailingZeros(window) - 1;
    this.occupiedTicks = new long[(window >> 6) + 1];
    this.occupiedKinds = new long[window + 1];
    this.firstLevelEnd = window;
  }

  @Override
  public void kind(int kind, Phase phase) {
    while (tails.length <= kind * stride) {
      addHomes(tails.length / stride);
    }
    kindsOfPhase[phase.ordinal()] |= 1L << kind;
  }

  private void addHomes(int kind) {
    homes[kind] = room(stride * HOME);
    tails = Arrays.copyOf(tails, tails.length + stride);
    for (int row = 0; row <= window; row++) {
      goHome(kind, row);
    }
  }

  private int home(int kind, int row) {
    return homes[kind] + row * HOME;
  }

  private void goHome(int kind, int row) {
    int home = home(kind, row);
    tails[kind * stride + row] = (long) (home + HOME) << 32 | home;
  }

  private int room(int size) {
    int at = used;
    used = Math.addExact(used, size);
    if (used > events.length) {
      events = Arrays.copyOf(events, Math.max(used, used + (used >> 1)));
    }
    return at;
  }

  @Override
  public void add(long tick, int kind, long event, int source) {
    if (tick < firstLevelEnd) {
      append((int) tick & slotMask, kind, event);
    } else {
      addLater(tick, event);
    }
  }

  private void addLater(long tick, long event) {
    long epoch = tick >> epochShift;
    if (epoch - (base >> epochShift) < Epochs.COUNT) {
      epochs.add(epoch, tick, event);
    } else {
      far.add(tick, event);
    }
  }

  @Override
  public void addNow(int kind, long event, int source, boolean toNextPass) {
    append(toNextPass ? window : slot, kind, event);
  }

  private void append(int row, int kind, long event) {
    int bucket = kind * stride + row;
    long tail = tails[bucket];
    if ((int) tail == (int) (tail >>> 32)) {
      tail = grow(bucket, kind, row);
    }
    events[(int) tail] = event;
    tails[bucket] = tail + 1;
    occupiedKinds[row] |= 1L << kind; // unconditional: cheaper than a test
    occupiedTicks[row >> 6] |= 1L << row;
  }

  /** Moves a full bucket to a larger block; returns its new descriptor. */
  private long grow(int bucket, int kind, int row) {
    int tail = (int) tails[bucket];
    int home = home(kind, row);
    boolean leaves = tail == home + HOME;
    int from = leaves ? home : (int) events[home];
    int order = leaves ? usualOrder[kind] : RoomPool.order(tail - from) + 1;
    int to = rooms.take(order);
    if (to < 0) {
      to = room(RoomPool.size(order));
    }
    System.arraycopy(events, from, events, to, tail - from);
    if (!leaves) {
      rooms.give(from, order - 1);
    }
    events[home] = to;
    return (long) (to + RoomPool.size(order)) << 32 | to + tail - from;
  }

  @Override
  public long nextTick() {
    int start = (int) base & slotMask;
    int words = window >> 6;
    int word = start >> 6;
    long bits = occupiedTicks[word] & -1L << start;
    for (int i = 0;
        i <= words;
        i++) { // the first word is visited twice: its end, then its beginning
      if (bits != 0) {
        int found = (word << 6) + Long.numberOfTrailingZeros(bits);
        return base + ((found - start) & slotMask);
      }
      word = word + 1 == words ? 0 : word + 1;
      bits = occupiedTicks[word];
    }
    return epochs.isEmpty() ? far.firstTick() : epochs.firstTick(base >> epochShift);
  }

  @Override
  public void open(long tick) {
    base = tick;
    slot = (int) tick & slotMask;
    phase = 0;
    if (tick >= firstLevelEnd - (window >> 1)) {
      enterEpoch(tick >> epochShift);
    }
  }

  /** Moves the events of an epoch and the next one to the first level. */
  private void enterEpoch(long epoch) {
    firstLevelEnd = (epoch + 2) << epochShift;
    while (far.firstTick() >> epochShift < epoch + Epochs.COUNT) {
      long tick = far.firstTick();
      long event = far.pop();
      add(tick, Event.kind(event), event, 0);
    }
    for (long due = epoch; due < epoch + 2; due++) {
      int events = epochs.size(due);
      if (events > 0) {
        long[] list = epochs.take(due);
        for (int i = 0; i < 2 * events; i += 2) {
          long event = list[i + 1];
          append((int) list[i] & slotMask, Event.kind(event), event);
        }
        epochs.give(list);
      }
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
      int home = home(kind, slot);
      current = kind * stride + slot;
      currentKind = kind;
      end = (int) tails[current];
      first = isHome(home, end) ? home : (int) events[home];
      return kind;
    }
    return -1;
  }

  private static boolean isHome(int home, int tail) {
    return tail - home + Integer.MIN_VALUE <= HOME + Integer.MIN_VALUE; // unsigned comparison
  }

  private void release() {
    int home = home(currentKind, slot);
    if (!isHome(home, end)) {
      int begin = (int) events[home];
      int room = (int) (tails[current] >>> 32) - begin;
      usualOrder[currentKind] = RoomPool.usual(end - begin);
      rooms.give(begin, RoomPool.order(room));
    }
    goHome(currentKind, slot);
    occupiedKinds[slot] &= ~(1L << currentKind);
    current = -1;
  }

  @Override
  public int remaining() {
    return end - first;
  }

  @Override
  public void take(long[] into, int at, int count) {
    System.arraycopy(events, first, into, at, count);
    first += count;
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
      int from = home(kind, window);
      int to = home(kind, slot);
      long tail = tails[kind * stride + window];
      System.arraycopy(events, from, events, to, HOME);
      tails[kind * stride + slot] =
          isHome(from, (int) tail) ? (long) (to + HOME) << 32 | (int) tail - from + to : tail;
      goHome(kind, window);
    }
    return true;
  }

  @Override
  public long size() {
    long total = epochs.size() + far.size();
    for (int kind = 0; kind < tails.length / stride; kind++) {
      for (int row = 0; row <= window; row++) {
        total += size(kind, row);
      }
    }
    return total;
  }

  private int size(int kind, int row) {
    return (int) tails[kind * stride + row] - begin(kind, row);
  }

  private int begin(int kind, int row) {
    int home = home(kind, row);
    return isHome(home, (int) tails[kind * stride + row]) ? home : (int) events[home];
  }
}
