package io.lockstep.execute;

import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import java.util.Arrays;

/** Collects one segment at a time: paths, runs of every slot, pools. Not thread-safe. */
final class SegmentRecorder {
  private final int size;
  private final SlotRecorder[] slots;
  private final PathRecorder paths;
  private final Lanes scratch;
  private final Versions versions;
  private int[] pool = new int[1024];
  private int poolSize;
  private long[] widePool = new long[64];
  private int widePoolSize;
  private long grown;
  private long blocks;
  private long[][] rows = new long[16][];
  private int freeRows;

  SegmentRecorder(int slotCount, Geometry geometry, Versions versions) {
    this.size = geometry.groupSize();
    this.versions = versions;
    scratch = new Lanes(size);
    paths = new PathRecorder(size);
    slots = new SlotRecorder[slotCount];
    for (int s = 0; s < slotCount; s++) {
      slots[s] = new SlotRecorder(this, size, geometry.sizeX(), geometry.sizeY());
    }
  }

  SlotRecorder slot(int number) {
    return slots[number];
  }

  PathRecorder paths() {
    return paths;
  }

  /** Starts an empty segment. */
  void reset() {
    for (SlotRecorder slot : slots) {
      slot.reset();
    }
    paths.reset();
    poolSize = 0;
    widePoolSize = 0;
    grown = 0;
    blocks = 0;
  }

  /** Notes that a block was executed. */
  void countBlock() {
    blocks++;
  }

  /** Executed blocks of this segment. */
  long blocks() {
    return blocks;
  }

  /** Approximate bytes held. */
  long bytes() {
    return grown + 4L * poolSize + 8L * widePoolSize + paths.bytes();
  }

  /** Notes that something outside the pools grew. */
  void grow(long bytes) {
    grown += bytes;
  }

  /** Room for more 32-bit offsets: the index of the first. */
  int reservePool(int length) {
    int at = poolSize;
    poolSize += length;
    if (poolSize > pool.length) {
      pool = Arrays.copyOf(pool, Math.max(poolSize, 2 * pool.length));
    }
    return at;
  }

  int[] pool() {
    return pool;
  }

  /** Room for more 64-bit addresses: the index of the first. */
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

  /** An array with an entry per work-item. */
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

  /**
   * The finished segment.
   *
   * @param pathsMayRepeat whether it began with work-items at different places
   */
  Segment close(boolean pathsMayRepeat) {
    int total = 0;
    int[] slotRun = new int[slots.length + 1];
    for (int s = 0; s < slots.length; s++) {
      slots[s].close(scratch, versions);
      slotRun[s] = total;
      total += slots[s].runs().size();
    }
    slotRun[slots.length] = total;
    int[] first = new int[total];
    int[] count = new int[total];
    byte[] kinds = new byte[total];
    long[] bases = new long[total];
    long[] steps = new long[total];
    int[] strides = new int[3 * total];
    int[] pools = new int[total];
    int[] lows = new int[total];
    for (int s = 0; s < slots.length; s++) {
      slots[s].runs().copyTo(slotRun[s], first, count, kinds, bases, steps, strides, pools, lows);
    }
    paths.close(pathsMayRepeat);
    return new Segment(
        size,
        paths.pathOf,
        paths.firstBlock,
        paths.blockCount,
        paths.outcomeBit,
        paths.packed,
        slotRun,
        first,
        count,
        kinds,
        bases,
        steps,
        strides,
        pools,
        lows,
        Arrays.copyOf(pool, poolSize),
        Arrays.copyOf(widePool, widePoolSize));
  }
}
