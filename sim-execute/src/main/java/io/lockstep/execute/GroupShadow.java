package io.lockstep.execute;

/**
 * Shadow of the memory that one work-group touches between two barriers. Bounded: beyond {@value
 * #LIMIT} bytes the pages that were taken first make room, and {@link #forgotten} counts those that
 * still mattered. Not thread-safe.
 */
final class GroupShadow {
  /** Bytes of cells: 8 MiB of words touched, or 2 MiB where narrower accesses occur. */
  static final long LIMIT = 80L << 20;

  private static final int PAGES = 2048;

  private final PageIndex index;
  private final ShadowCells[] pages;
  private long bytes;
  private long lastKey = -1;
  private ShadowCells last;
  private long forgotten;

  GroupShadow() {
    this(PAGES);
  }

  /**
   * @param capacity pages at most, a power of two
   */
  GroupShadow(int capacity) {
    index = new PageIndex(capacity);
    pages = new ShadowCells[capacity];
  }

  /** Pages that made room although the group had touched them since its last barrier. */
  long forgotten() {
    return forgotten;
  }

  /**
   * The page with a key.
   *
   * @param since accesses of earlier epochs do not matter any more
   */
  ShadowCells page(long key, int since) {
    if (key == lastKey) {
      return last;
    }
    int slot = index.find(key);
    if (slot < 0) {
      slot = take(key, since);
    }
    lastKey = key;
    last = pages[slot];
    return last;
  }

  /** Called where a page has grown from {@code before} bytes. */
  void grown(int before, int after) {
    bytes += after - before;
  }

  private int take(long key, int since) {
    while (!index.isEmpty() && (index.isFull() || bytes > LIMIT)) {
      int oldest = index.oldest();
      if (pages[oldest].epoch - since >= 0) {
        forgotten++;
      }
      index.removeOldest();
      bytes -= pages[oldest].size();
    }
    int slot = index.add(key);
    if (pages[slot] == null) {
      pages[slot] = new ShadowCells();
    } else {
      pages[slot].reuse();
    }
    bytes += pages[slot].size();
    return slot;
  }
}
