// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.queue;

/**
 * The wheel's second level: an unsorted list of (tick, event) for each of the next {@value #COUNT}
 * epochs. A list is moved to buckets when time enters the previous epoch.
 */
final class Epochs {
  static final int COUNT = 1024;
  private static final int MASK = COUNT - 1;
  private final long[][] lists = new long[COUNT][];
  private final int[] sizes = new int[COUNT];
  private final long[] firstTicks = new long[COUNT];
  private final long[] occupied = new long[COUNT >> 6];
  private final BucketPool pool = new BucketPool();
  private int usualOrder;
  private long total;

  void add(long epoch, long tick, long event) {
    int slot = (int) epoch & MASK;
    int size = sizes[slot];
    long[] list;
    if (size == 0) {
      lists[slot] = list = pool.take(usualOrder);
      occupied[slot >> 6] |= 1L << slot;
      firstTicks[slot] = tick;
    } else {
      list = lists[slot];
      if (2 * size == list.length) {
        lists[slot] = list = pool.grow(list);
      }
      firstTicks[slot] = Math.min(firstTicks[slot], tick);
    }
    list[2 * size] = tick;
    list[2 * size + 1] = event;
    sizes[slot] = size + 1;
    total++;
  }

  boolean isEmpty() {
    return total == 0;
  }

  long size() {
    return total;
  }

  int size(long epoch) {
    return sizes[(int) epoch & MASK];
  }

  /** Removes the list of an epoch that has events; {@link #give} returns the array. */
  long[] take(long epoch) {
    int slot = (int) epoch & MASK;
    final long[] list = lists[slot];
    usualOrder = BucketPool.usual(2 * sizes[slot]);
    total -= sizes[slot];
    lists[slot] = null;
    sizes[slot] = 0;
    occupied[slot >> 6] &= ~(1L << slot);
    return list;
  }

  void give(long[] list) {
    pool.give(list);
  }

  long firstTick(long currentEpoch) {
    return firstTicks[next((int) currentEpoch & MASK)];
  }

  private int next(int start) {
    int word = start >> 6;
    long bits = occupied[word] & -1L << start;
    while (bits == 0) {
      word = word + 1 & occupied.length - 1;
      bits = occupied[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(bits);
  }
}
