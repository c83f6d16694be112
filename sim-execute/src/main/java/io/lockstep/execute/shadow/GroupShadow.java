// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.shadow;

/**
 * Shadow of the memory that one work-group accesses between two barriers. Bounded: beyond {@value
 * #LIMIT} bytes the oldest pages are evicted, and {@link #forgotten} counts evicted pages that were
 * still relevant.
 */
final class GroupShadow {
  /** Limit on bytes of cells, which cover 8 MiB of words, or 2 MiB with narrower accesses. */
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

  /** Creates an empty shadow of at most {@code capacity} pages, a power of two. */
  GroupShadow(int capacity) {
    index = new PageIndex(capacity);
    pages = new ShadowCells[capacity];
  }

  /** Returns the number of evicted pages that the group had accessed since its last barrier. */
  long forgotten() {
    return forgotten;
  }

  /** Returns the cells of a page; accesses of epochs before {@code since} are not relevant. */
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
