// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.shadow;

import java.util.Arrays;

/**
 * An index of a fixed number of pages by key; the oldest page is evicted first. Slots are assigned
 * in turn, so the slot of the oldest page is known.
 */
final class PageIndex {
  private final long[] keys;
  private final int[] next;
  private final int[] buckets;
  private int head;
  private int count;

  /** Creates an index of at most {@code capacity} pages, a power of two. */
  PageIndex(int capacity) {
    keys = new long[capacity];
    next = new int[capacity];
    buckets = new int[capacity];
    Arrays.fill(buckets, -1);
  }

  /** Returns the slot of a page, or -1. */
  int find(long key) {
    int slot = buckets[bucket(key)];
    while (slot >= 0 && keys[slot] != key) {
      slot = next[slot];
    }
    return slot;
  }

  boolean isFull() {
    return count == keys.length;
  }

  boolean isEmpty() {
    return count == 0;
  }

  int oldest() {
    return head - count & keys.length - 1;
  }

  void removeOldest() {
    int slot = oldest();
    int bucket = bucket(keys[slot]);
    if (buckets[bucket] == slot) {
      buckets[bucket] = next[slot];
    } else {
      int before = buckets[bucket];
      while (next[before] != slot) {
        before = next[before];
      }
      next[before] = next[slot];
    }
    count--;
  }

  /** Adds a page that is not in the index, and returns its slot. The index must not be full. */
  int add(long key) {
    int slot = head;
    int bucket = bucket(key);
    keys[slot] = key;
    next[slot] = buckets[bucket];
    buckets[bucket] = slot;
    head = head + 1 & keys.length - 1;
    count++;
    return slot;
  }

  private int bucket(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L; // 2^64 / golden ratio: spreads neighbours
    return (int) (mixed >>> 32) & buckets.length - 1;
  }
}
