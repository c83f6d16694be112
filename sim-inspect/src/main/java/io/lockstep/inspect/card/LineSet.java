// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

/**
 * The set of touched {@value #LINE_BYTES}-byte lines of device memory, as a paged bit set. Exact up
 * to {@link #MOST_PAGES} pages (16 GiB of touched memory); beyond that, {@link #count} is a lower
 * bound.
 */
final class LineSet {
  static final int LINE_BYTES = 128;

  static final int LINE_BITS = 7;

  /** log2 of the lines of a page: 8 KiB of bits cover 8 MiB of memory. */
  private static final int PAGE_BITS = 16;

  /** Maximum number of pages: 16 MiB of bits. */
  static final int MOST_PAGES = 2048;

  private final long[][] pages;
  private final int most;
  private int held;
  private long count;
  private long last = -1;
  private boolean exact = true;

  /** Creates a set of lines at addresses below {@code bytes}. */
  LineSet(long bytes) {
    this(bytes, MOST_PAGES);
  }

  LineSet(long bytes, int most) {
    long wanted = (bytes >>> LINE_BITS + PAGE_BITS) + 1;
    pages = new long[(int) Math.min(wanted, 1 << 20)][]; // 8 TiB of address space
    this.most = most;
  }

  void touch(long address) {
    long line = address >>> LINE_BITS;
    if (line != last) {
      last = line;
      add(line);
    }
  }

  private void add(long line) {
    long number = line >>> PAGE_BITS;
    if (number >= pages.length) {
      exact = false;
      return;
    }
    long[] page = pages[(int) number];
    if (page == null) {
      if (held == most) {
        exact = false;
        return;
      }
      held++;
      page = new long[1 << PAGE_BITS - 6];
      pages[(int) number] = page;
    }
    int bit = (int) line & (1 << PAGE_BITS) - 1;
    long before = page[bit >>> 6];
    long after = before | 1L << bit;
    page[bit >>> 6] = after;
    count += before == after ? 0 : 1;
  }

  /** Returns the number of distinct lines; a lower bound unless {@link #isExact}. */
  long count() {
    return count;
  }

  boolean isExact() {
    return exact;
  }
}
