// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.shadow;

import io.lockstep.execute.memory.DeviceMemory;
import java.util.Arrays;

/**
 * The first access of each kind to each byte of device memory in a launch. Groups run in the order
 * of their ids, so the first access of a kind belongs to the group with the lowest id, and an
 * access conflicts with an access of an earlier group if and only if it conflicts with one of these
 * first accesses.
 *
 * <p>Bounded: beyond {@value #LIMIT} bytes the oldest pages are evicted, and {@link #forgotten}
 * counts them. A page costs 8 KiB for each kind of access it has seen, 32 KiB if accesses narrower
 * than 4 bytes occur.
 */
final class LaunchShadow {
  static final long LIMIT = 256L << 20;

  private static final int PAGES = 1 << 15;
  private static final int WORDS = DeviceMemory.PAGE_BYTES / 4;

  private static final class Page {
    boolean bytes;
    final long[][] first = new long[ShadowCells.KINDS][];
  }

  private final PageIndex index;
  private final Page[] pages;
  private final long limit;
  private long bytes;
  private long lastKey = -1;
  private Page last;
  private long forgotten;

  LaunchShadow() {
    this(PAGES, LIMIT);
  }

  /**
   * Creates a shadow of at most {@code capacity} pages, a power of two, and {@code limit} bytes,
   * which one page may exceed.
   */
  LaunchShadow(int capacity, long limit) {
    index = new PageIndex(capacity);
    pages = new Page[capacity];
    this.limit = limit;
  }

  long forgotten() {
    return forgotten;
  }

  /**
   * Records an access.
   *
   * @param key number of the page
   * @param at byte inside the page
   * @param kind as in {@link ShadowCells}
   * @param entry group in the upper 32 bits, tag of the access in the lower 32 bits
   * @return the entry of a conflicting access by another group, or 0
   */
  long access(long key, int at, int length, int kind, long entry) {
    Page page = key == lastKey ? last : page(key);
    if (length < 4 && !page.bytes) {
      split(page);
    }
    int from = page.bytes ? at : at >>> 2;
    int to = page.bytes ? at + length : at + length + 3 >>> 2;
    long[] own = page.first[kind];
    if (own == null) {
      own = page.first[kind] = new long[page.bytes ? DeviceMemory.PAGE_BYTES : WORDS];
      bytes += 8L * own.length;
    }
    long group = entry >>> 32;
    long partner = other(page.first[ShadowCells.WRITE], from, to, group);
    for (int k = 0; k < ShadowCells.KINDS && partner == 0; k++) {
      partner = ShadowCells.conflicts(kind, k) ? other(page.first[k], from, to, group) : 0;
    }
    for (int i = from; i < to; i++) {
      if (own[i] == 0) {
        own[i] = entry;
      }
    }
    return partner;
  }

  private static long other(long[] first, int from, int to, long group) {
    if (first == null) {
      return 0;
    }
    for (int i = from; i < to; i++) {
      if (first[i] != 0 && first[i] >>> 32 != group) {
        return first[i];
      }
    }
    return 0;
  }

  private void split(Page page) {
    page.bytes = true;
    for (int k = 0; k < ShadowCells.KINDS; k++) {
      long[] words = page.first[k];
      if (words != null) {
        page.first[k] = new long[DeviceMemory.PAGE_BYTES];
        for (int w = 0; w < WORDS; w++) {
          Arrays.fill(page.first[k], 4 * w, 4 * w + 4, words[w]);
        }
        bytes += 8L * (DeviceMemory.PAGE_BYTES - WORDS);
      }
    }
  }

  private Page page(long key) {
    int slot = index.find(key);
    if (slot < 0) {
      while (!index.isEmpty() && (index.isFull() || bytes > limit)) {
        forget(index.oldest());
      }
      slot = index.add(key);
      pages[slot] = new Page();
    }
    lastKey = key;
    last = pages[slot];
    return last;
  }

  private void forget(int slot) {
    for (long[] first : pages[slot].first) {
      bytes -= first == null ? 0 : 8L * first.length;
    }
    pages[slot] = null;
    index.removeOldest();
    forgotten++;
  }
}
