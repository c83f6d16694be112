package io.lockstep.trace.exec;

import java.util.Arrays;

/**
 * Finds how one access's addresses follow from the local id: uniform, affine or scattered.
 *
 * <p>The usual case, the shape of the last access at another base, costs one pass over two arrays.
 * Reused; not thread-safe.
 */
final class AddressShape {
  private final SegmentRecorder segment;
  private final int size;
  private final int sizeX;
  private final int sizeY;

  /** Of the last strides: address = base + offsets[work-item]. */
  private final long[] offsets;

  /** Of the last scatter. */
  private final long[] scattered;

  private int kind = -1;
  private boolean scatterKnown;
  private int strideX;
  private int strideY;
  private int strideZ;
  private boolean offsetsMatchStrides;
  private int poolStart;
  private int poolLow;
  private long base;

  AddressShape(SegmentRecorder segment, int size, int sizeX, int sizeY) {
    this.segment = segment;
    this.size = size;
    this.sizeX = sizeX;
    this.sizeY = sizeY;
    offsets = new long[size];
    scattered = new long[size];
  }

  /** Forgets the last access, so that a segment depends on nothing before it. */
  void reset() {
    kind = -1;
    scatterKnown = false;
  }

  int kind() {
    return kind;
  }

  long base() {
    return base;
  }

  int strideX() {
    return strideX;
  }

  int strideY() {
    return strideY;
  }

  int strideZ() {
    return strideZ;
  }

  int poolStart() {
    return poolStart;
  }

  int poolLow() {
    return poolLow;
  }

  /**
   * Finds base and shape of the addresses: the last strides, else strides of their own, else the
   * last scatter, else a new one.
   *
   * <p>Who executes an occurrence has executed the one before it, so sets of work-items only shrink
   * within a segment and the last scatter always covers the active ones.
   */
  void fit(long[] a, long offset, Lanes lanes) {
    int i0 = lanes.low[0];
    if ((kind == RunList.UNIFORM || kind == RunList.AFFINE) && follows(a, offsets, lanes, i0)) {
      base = a[i0] + offset - offsets[i0];
      return;
    }
    if (fitStrides(a, lanes, i0) && follows(a, offsets, lanes, i0)) {
      base = a[i0] + offset - offsets[i0];
      kind = strideX == 0 && strideY == 0 && strideZ == 0 ? RunList.UNIFORM : RunList.AFFINE;
      return;
    }
    if (scatterKnown && follows(a, scattered, lanes, i0)) {
      base = a[i0] + offset - scattered[i0];
      kind = RunList.SCATTER;
      return;
    }
    scatter(a, offset, lanes, i0);
  }

  /** Whether the active addresses differ from the shape by one constant. */
  private static boolean follows(long[] a, long[] offsets, Lanes lanes, int i0) {
    long delta = a[i0] - offsets[i0];
    long differences = 0;
    for (int r = 0; r < lanes.ranges; r++) {
      differences |= deviation(a, offsets, delta, lanes.low[r], lanes.high[r]);
    }
    return differences == 0;
  }

  private static long deviation(long[] a, long[] offsets, long delta, int low, int high) {
    long differences = 0;
    for (int i = low; i < high; i++) {
      differences |= a[i] - offsets[i] ^ delta;
    }
    return differences;
  }

  /**
   * Strides from pairs of active work-items that differ in one dimension only.
   *
   * @return whether the last active work-item agrees
   */
  private boolean fitStrides(long[] a, Lanes lanes, int i0) {
    int x0 = i0 % sizeX;
    int y0 = i0 / sizeX % sizeY;
    int z0 = i0 / sizeX / sizeY;
    long sx = 0;
    long sy = 0;
    long sz = 0;
    int rowEnd = i0 - x0 + sizeX;
    int other = next(lanes, i0 + 1, rowEnd);
    if (other >= 0) {
      sx = divided(a[other] - a[i0], other - i0);
    }
    int planeEnd = (z0 + 1) * sizeX * sizeY;
    if (rowEnd < planeEnd) {
      other = next(lanes, rowEnd, planeEnd);
      if (other >= 0) {
        sy = divided(a[other] - a[i0] - sx * (other % sizeX - x0), other / sizeX % sizeY - y0);
      }
    }
    if (planeEnd < size) {
      other = next(lanes, planeEnd, size);
      if (other >= 0) {
        long rest =
            a[other] - a[i0] - sx * (other % sizeX - x0) - sy * (other / sizeX % sizeY - y0);
        sz = divided(rest, other / sizeX / sizeY - z0);
      }
    }
    int end = lanes.high[lanes.ranges - 1] - 1;
    long expected =
        a[i0]
            + sx * (end % sizeX - x0)
            + sy * (end / sizeX % sizeY - y0)
            + sz * (end / sizeX / sizeY - z0);
    if (a[end] != expected) {
      return false;
    }
    setStrides(sx, sy, sz);
    return true;
  }

  private static long divided(long difference, int distance) {
    long stride = difference / distance;
    return stride == (int) stride ? stride : 0;
  }

  /** The first active work-item in [from, to), or -1. */
  private static int next(Lanes lanes, int from, int to) {
    if (from < to && lanes.contains(from)) {
      return from;
    }
    for (int r = 0; r < lanes.ranges; r++) {
      if (lanes.high[r] > from) {
        int i = Math.max(from, lanes.low[r]);
        return i < to ? i : -1;
      }
    }
    return -1;
  }

  private void setStrides(long sx, long sy, long sz) {
    if (offsetsMatchStrides && sx == strideX && sy == strideY && sz == strideZ) {
      return;
    }
    strideX = (int) sx;
    strideY = (int) sy;
    strideZ = (int) sz;
    offsetsMatchStrides = true;
    int i = 0;
    for (long plane = 0; i < size; plane += sz) {
      long row = plane;
      for (int y = 0; y < sizeY; y++, row += sy) {
        long at = row;
        for (int x = 0; x < sizeX; x++, at += sx) {
          offsets[i++] = at;
        }
      }
    }
  }

  private void scatter(long[] a, long offset, Lanes lanes, int i0) {
    long origin = a[i0];
    int end = lanes.high[lanes.ranges - 1];
    poolLow = i0;
    if (isNarrow(a, origin, lanes)) {
      kind = RunList.SCATTER;
      scatterKnown = true;
      base = origin + offset;
      poolStart = segment.reservePool(end - i0);
      int[] pool = segment.pool();
      int shift = poolStart - i0;
      int written = i0;
      for (int r = 0; r < lanes.ranges; r++) {
        int low = lanes.low[r];
        // Work-items in a gap repeat their neighbour: nothing reads them, and repeats pack well.
        if (written < low) {
          Arrays.fill(pool, written + shift, low + shift, pool[written + shift - 1]);
        }
        for (int i = low; i < lanes.high[r]; i++) {
          long delta = a[i] - origin;
          scattered[i] = delta;
          pool[i + shift] = (int) delta;
        }
        written = lanes.high[r];
      }
      return;
    }
    kind = RunList.SCATTER_WIDE;
    scatterKnown = false;
    base = 0;
    poolStart = segment.reserveWidePool(end - i0);
    long[] pool = segment.widePool();
    int shift = poolStart - i0;
    int written = i0;
    for (int r = 0; r < lanes.ranges; r++) {
      int low = lanes.low[r];
      if (written < low) {
        Arrays.fill(pool, written + shift, low + shift, pool[written + shift - 1]);
      }
      for (int i = low; i < lanes.high[r]; i++) {
        pool[i + shift] = a[i] + offset;
      }
      written = lanes.high[r];
    }
  }

  private static boolean isNarrow(long[] a, long origin, Lanes lanes) {
    long wide = 0;
    for (int r = 0; r < lanes.ranges; r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        wide |= a[i] - origin + 0x80000000L;
      }
    }
    return wide >>> 32 == 0;
  }
}
