package io.lockstep.core.engine;

import java.util.Arrays;

/**
 * Timing wheel of two levels and a heap behind them.
 *
 * <p>The first level has a bucket per tick and kind, for the current epoch (half the wheel) and the
 * next. A set bit per occupied kind of a tick and per occupied tick finds the next bucket without
 * looking at empty ones. A bucket's first events lie in a cell of a flat array, the rest in a
 * contiguous pooled one; both are drained by block copy. Later epochs are unsorted lists ({@link
 * Epochs}), and what lies beyond those is in a heap ({@link FarHeap}).
 *
 * <p>First in, first out at equal ticks needs no sequence number: when time enters an epoch, the
 * lists' and the heap's events move up at once, in their order, before a handler can add to the
 * same tick.
 *
 * <p>Adding and taking cost a few nanoseconds whatever the number of pending events; nothing is
 * allocated once the pools have grown. Varghese and Lauck, Hashed and Hierarchical Timing Wheels
 * (1987), is the idea. Not thread-safe.
 */
public final class TimingWheel implements EventQueue {
  /** Ticks of the first level by default. */
  public static final int WINDOW = 1024;

  private static final int CELL_SHIFT = 2; // a cell: size, then the first events
  private static final int IN_CELL = (1 << CELL_SHIFT) - 1;

  private final int window;
  private final int slotMask;
  private final int epochShift;
  private final long[] occupiedTicks; // and a word for the row of the next pass, never looked at
  private final long[] occupiedKinds; // per slot, and last the next pass
  private final long[] kindsOfPhase = new long[Phase.values().length];
  private final BucketPool pool = new BucketPool();
  private final int[] usualOrder = new int[Event.MAX_KINDS];
  private final Epochs epochs = new Epochs();
  private final FarHeap far = new FarHeap();
  private int kindShift = 3;
  private long[] cells;
  private long[][] spills; // what does not fit the cell

  private long base; // the tick opened last
  private long firstLevelEnd; // ticks from base to here have buckets
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
   * @param window ticks of the first level, two epochs; a power of two, at least 64
   */
  public TimingWheel(int window) {
    if (window < 64 || Integer.bitCount(window) != 1) {
      throw new IllegalArgumentException("window " + window + " is not a power of two ≥ 64");
    }
    this.window = window;
    this.slotMask = window - 1;
    this.epochShift = Integer.numberOfTrailingZeros(window) - 1;
    this.occupiedTicks = new long[(window >> 6) + 1];
    this.occupiedKinds = new long[window + 1];
    this.cells = new long[(window + 1) << kindShift + CELL_SHIFT];
    this.spills = new long[(window + 1) << kindShift][];
    this.firstLevelEnd = window;
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
    long[] widerCells = new long[2 * cells.length];
    long[][] widerSpills = new long[2 * spills.length][];
    for (int row = 0; row < rows; row++) {
      System.arraycopy(
          cells,
          row * width << CELL_SHIFT,
          widerCells,
          2 * row * width << CELL_SHIFT,
          width << CELL_SHIFT);
      System.arraycopy(spills, row * width, widerSpills, 2 * row * width, width);
    }
    cells = widerCells;
    spills = widerSpills;
    kindShift++;
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
    int index = (row << kindShift) + kind;
    int cell = index << CELL_SHIFT;
    int size = (int) cells[cell];
    if (size < IN_CELL) {
      occupiedKinds[row] |= 1L << kind; // again and again: cheaper than asking
      occupiedTicks[row >> 6] |= 1L << row;
      cells[cell + 1 + size] = event;
    } else {
      spill(index, size - IN_CELL, kind, event);
    }
    cells[cell] = size + 1;
  }

  private void spill(int index, int at, int kind, long event) {
    long[] spill;
    if (at == 0) {
      spills[index] = spill = pool.take(usualOrder[kind]);
    } else {
      spill = spills[index];
      if (at == spill.length) {
        spills[index] = spill = pool.grow(spill);
      }
    }
    spill[at] = event;
  }

  @Override
  public long nextTick() {
    int start = (int) base & slotMask;
    int words = window >> 6;
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

  /** Moves up what is due in an epoch and the next. */
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
      current = (slot << kindShift) + kind;
      currentKind = kind;
      taken = 0;
      return kind;
    }
    return -1;
  }

  private void release() {
    int cell = current << CELL_SHIFT;
    int spilled = (int) cells[cell] - IN_CELL;
    if (spilled > 0) {
      usualOrder[currentKind] = BucketPool.usual(spilled);
      pool.give(spills[current]);
      spills[current] = null;
    }
    cells[cell] = 0;
    occupiedKinds[slot] &= ~(1L << currentKind);
    current = -1;
  }

  @Override
  public int remaining() {
    return (int) cells[current << CELL_SHIFT] - taken;
  }

  @Override
  public void take(long[] into, int at, int count) {
    int cell = (current << CELL_SHIFT) + 1;
    if (taken == 0) { // without a loop: most slices are small
      into[at] = cells[cell];
      if (count > 1) {
        into[at + 1] = cells[cell + 1];
        if (count > 2) {
          into[at + 2] = cells[cell + 2];
          if (count > IN_CELL) {
            System.arraycopy(spills[current], 0, into, at + IN_CELL, count - IN_CELL);
          }
        }
      }
    } else {
      takeOn(cell, into, at, count);
    }
    taken += count;
  }

  private void takeOn(int cell, long[] into, int at, int count) {
    int inCell = Math.max(0, Math.min(count, IN_CELL - taken));
    System.arraycopy(cells, cell + Math.min(taken, IN_CELL), into, at, inCell);
    if (count > inCell) {
      int from = taken + inCell - IN_CELL;
      System.arraycopy(spills[current], from, into, at + inCell, count - inCell);
    }
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
      System.arraycopy(cells, from << CELL_SHIFT, cells, to << CELL_SHIFT, 1 << CELL_SHIFT);
      cells[from << CELL_SHIFT] = 0;
      spills[to] = spills[from];
      spills[from] = null;
    }
    return true;
  }

  @Override
  public long size() {
    long total = epochs.size() + far.size();
    for (int cell = 0; cell < cells.length; cell += 1 << CELL_SHIFT) {
      total += cells[cell];
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
        int size = (int) cells[index << CELL_SHIFT];
        for (int e = 0; e < size; e++) {
          long event =
              e < IN_CELL ? cells[(index << CELL_SHIFT) + 1 + e] : spills[index][e - IN_CELL];
          visitor.event(tick, kind, event, Partition.OUTSIDE);
        }
      }
    }
    FarHeap later = new FarHeap();
    epochs.copyTo(later);
    later.forEach(visitor);
    far.forEach(visitor);
  }

  @Override
  public void clear() {
    for (int i = 0; i < spills.length; i++) {
      if (spills[i] != null) {
        pool.give(spills[i]);
        spills[i] = null;
      }
    }
    Arrays.fill(cells, 0);
    Arrays.fill(occupiedKinds, 0);
    Arrays.fill(occupiedTicks, 0);
    epochs.clear();
    far.clear();
    base = 0;
    firstLevelEnd = window;
    slot = 0;
    current = -1;
  }
}
