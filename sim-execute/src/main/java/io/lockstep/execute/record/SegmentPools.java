// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.record;

import java.util.Arrays;

/**
 * Storage that the slots of one segment share: pools of offsets and addresses of scattered
 * accesses, rows with an entry per work-item, and the number of added bytes.
 */
final class SegmentPools {
  private final int size;
  private int[] pool = new int[1024];
  private int poolSize;
  private long[] widePool = new long[64];
  private int widePoolSize;
  private long grown;
  private long[][] rows = new long[16][];
  private int freeRows;

  /** Creates storage for groups of {@code size} work-items. */
  SegmentPools(int size) {
    this.size = size;
  }

  void reset() {
    poolSize = 0;
    widePoolSize = 0;
    grown = 0;
  }

  /** Returns the approximate number of bytes held. */
  long bytes() {
    return grown + 4L * poolSize + 8L * widePoolSize;
  }

  void grow(long bytes) {
    grown += bytes;
  }

  /** Reserves space for 32-bit offsets; returns the index of the first. */
  int reservePool(int length) {
    int at = poolSize;
    poolSize += length;
    if (poolSize > pool.length) {
      pool = Arrays.copyOf(pool, Math.max(poolSize, 2 * pool.length));
    }
    return at;
  }

  /** Called for a scatter that refers to another's offsets; a segment ends where it did without. */
  void share(int length) {
    grow(4L * length);
  }

  int[] pool() {
    return pool;
  }

  /** Reserves space for 64-bit addresses; returns the index of the first. */
  int reserveWidePool(int length) {
    int at = widePoolSize;
    widePoolSize += length;
    if (widePoolSize > widePool.length) {
      widePool = Arrays.copyOf(widePool, Math.max(widePoolSize, 2 * widePool.length));
    }
    return at;
  }

  long[] widePool() {
    return widePool;
  }

  /** Returns an array with an entry per work-item, with arbitrary contents. */
  long[] borrowRow() {
    grown += 8L * size;
    return freeRows == 0 ? new long[size] : rows[--freeRows];
  }

  void returnRow(long[] row) {
    if (freeRows == rows.length) {
      rows = Arrays.copyOf(rows, 2 * freeRows);
    }
    rows[freeRows++] = row;
  }

  int[] offsets() {
    return Arrays.copyOf(pool, poolSize);
  }

  long[] addresses() {
    return Arrays.copyOf(widePool, widePoolSize);
  }
}
