// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.record;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.LinearRegister;
import io.lockstep.trace.record.RunKind;
import java.util.Arrays;

/**
 * Determines how the addresses of one access depend on the local id: uniform, affine or scattered.
 *
 * <p>An access with the shape of the previous one, at another base, takes one pass over two arrays.
 * Reused.
 */
public final class AddressShape {
  static final int UNIFORM = RunKind.UNIFORM.ordinal();
  static final int AFFINE = RunKind.AFFINE.ordinal();
  static final int SCATTER = RunKind.SCATTER.ordinal();
  static final int SCATTER_WIDE = RunKind.SCATTER_WIDE.ordinal();

  private final SegmentPools pools;
  private final int size;
  private final int sizeX;
  private final int sizeY;

  /** Offsets for the last strides: address = base + offsets[work-item]. */
  private final long[] offsets;

  /** The offsets in 32 bits; valid if they fit. */
  private final int[] places;

  private long leastOffset;
  private long mostOffset;
  private long offsetBits;

  /** Offsets of the last scattered access. */
  private final long[] scattered;

  private int kind = -1;
  private boolean scatterKnown;
  private int strideX;
  private int strideY;
  private int strideZ;
  private boolean offsetsMatchStrides;
  private int poolStart;
  private int poolLow;
  private int poolLength;
  private long base;

  AddressShape(SegmentPools pools, int size, int sizeX, int sizeY) {
    this.pools = pools;
    this.size = size;
    this.sizeX = sizeX;
    this.sizeY = sizeY;
    offsets = new long[size];
    places = new int[size];
    scattered = new long[size];
  }

  /** Forgets the last access, so that a segment does not depend on earlier segments. */
  void reset() {
    kind = -1;
    scatterKnown = false;
    poolStart = -1;
  }

  int kind() {
    return kind;
  }

  /**
   * Returns whether the addresses of the last access are a base plus a linear function of the
   * work-item's position.
   */
  public boolean isAffine() {
    return kind == UNIFORM || kind == AFFINE;
  }

  /** Returns whether both accesses are affine with the same strides. */
  private boolean isLike(AddressShape other) {
    return isAffine()
        && other.isAffine()
        && other.strideX == strideX
        && other.strideY == strideY
        && other.strideZ == strideZ;
  }

  /**
   * Takes the shape of an access by the same work-items, whose addresses differ by {@code
   * distance}; returns false if the shape has to be found.
   */
  boolean take(AddressShape other, long distance) {
    if (isLike(other)) {
      base = other.base + distance;
      return true;
    }
    if (other.kind != SCATTER) {
      return false;
    }
    if (poolStart != other.poolStart) {
      pools.share(other.poolLength);
    }
    kind = SCATTER;
    scatterKnown = false; // these are the other's offsets
    base = other.base + distance;
    poolStart = other.poolStart;
    poolLow = other.poolLow;
    poolLength = other.poolLength;
    return true;
  }

  // places() to strideZ(): only for uniform and affine accesses, except base(). They cover all
  // work-items of the group, including inactive ones.

  /** Returns offsets from the base; valid if {@link #most} - {@link #least} fits into 32 bits. */
  public int[] places() {
    return places;
  }

  public long least() {
    return base + leastOffset;
  }

  public long most() {
    return base + mostOffset;
  }

  /** Returns whether all addresses are multiples of {@code bytes}, a power of two. */
  public boolean isAligned(int bytes) {
    return ((base | offsetBits) & bytes - 1) == 0;
  }

  public int rowLength() {
    return sizeX;
  }

  /** Returns whether all rows of work-items access the same addresses. */
  public boolean repeatsByRow() {
    return strideY == 0 && strideZ == 0;
  }

  public long base() {
    return base;
  }

  public int strideX() {
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
   * Finds base and shape of the addresses: tries the last strides, new strides and the last
   * scatter; otherwise stores a new scatter.
   *
   * <p>The work-items that execute an occurrence have executed the previous one, so sets of
   * work-items only shrink within a segment, and the last scatter always covers the active ones.
   */
  void fit(long[] a, long offset, ActiveLanes lanes) {
    int i0 = lanes.first();
    if (isAffine() && follows(a, offsets, lanes, i0)) {
      base = a[i0] + offset - offsets[i0];
      return;
    }
    if (fitStrides(a, lanes, i0) && follows(a, offsets, lanes, i0)) {
      base = a[i0] + offset - offsets[i0];
      kind = strideX == 0 && strideY == 0 && strideZ == 0 ? UNIFORM : AFFINE;
      return;
    }
    if (scatterKnown && follows(a, scattered, lanes, i0)) {
      base = a[i0] + offset - scattered[i0];
      kind = SCATTER;
      return;
    }
    scatter(a, offset, lanes, i0);
  }

  /**
   * Sets the shape of addresses that are linear in the local id, without reading each. With strides
   * other than the last ones only for the whole group: for a part of it, the recorded strides are
   * those that its work-items show.
   *
   * @return false if the shape has to be found
   */
  boolean fit(LinearRegister a, long offset, boolean whole) {
    long sx = a.strideX();
    long sy = a.strideY();
    long sz = a.strideZ();
    base = a.base() + offset;
    if (isAffine() && sx == strideX && sy == strideY && sz == strideZ) {
      return true;
    }
    if (!whole || sx != (int) sx || sy != (int) sy || sz != (int) sz) {
      return false;
    }
    setStrides(sx, sy, sz);
    kind = (sx | sy | sz) == 0 ? UNIFORM : AFFINE;
    return true;
  }

  /** Returns whether the active addresses differ from the given offsets by a constant. */
  private static boolean follows(long[] a, long[] offsets, ActiveLanes lanes, int i0) {
    long delta = a[i0] - offsets[i0];
    int end = lanes.end() - 1;
    int middle = lanes.low[lanes.ranges() >>> 1];
    long differences = a[end] - offsets[end] ^ delta | a[middle] - offsets[middle] ^ delta;
    if (differences != 0) {
      return false;
    }
    for (int r = 0; r < lanes.ranges(); r++) {
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
   * Derives strides from pairs of active work-items that differ in one dimension only.
   *
   * @return whether the strides fit the last active work-item
   */
  private boolean fitStrides(long[] a, ActiveLanes lanes, int i0) {
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
    int end = lanes.end() - 1;
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

  /** Returns the first active work-item in [from, to), or -1. */
  private static int next(ActiveLanes lanes, int from, int to) {
    if (from < to && lanes.contains(from)) {
      return from;
    }
    for (int r = 0; r < lanes.ranges(); r++) {
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
          places[i] = (int) at;
          offsets[i++] = at;
        }
      }
    }
    bound(sx, sizeX - 1, sy, sizeY - 1, sz, size / sizeX / sizeY - 1);
  }

  private void bound(long sx, int lastX, long sy, int lastY, long sz, int lastZ) {
    leastOffset = Math.min(0, sx * lastX) + Math.min(0, sy * lastY) + Math.min(0, sz * lastZ);
    mostOffset = Math.max(0, sx * lastX) + Math.max(0, sy * lastY) + Math.max(0, sz * lastZ);
    offsetBits = (lastX > 0 ? sx : 0) | (lastY > 0 ? sy : 0) | (lastZ > 0 ? sz : 0);
  }

  private void scatter(long[] a, long offset, ActiveLanes lanes, int i0) {
    long origin = a[i0];
    int end = lanes.end();
    poolLow = i0;
    if (setScattered(a, origin, lanes)) {
      kind = SCATTER;
      scatterKnown = true;
      base = origin + offset;
      poolLength = end - i0;
      poolStart = pools.reservePool(poolLength);
      int[] pool = pools.pool();
      int shift = poolStart - i0;
      int written = i0;
      for (int r = 0; r < lanes.ranges(); r++) {
        int low = lanes.low[r];
        // Inactive work-items repeat their neighbour: nothing reads them, and repeats compress
        // well.
        if (written < low) {
          Arrays.fill(pool, written + shift, low + shift, pool[written + shift - 1]);
        }
        written = lanes.high[r];
        narrow(pool, shift, scattered, low, written);
      }
      return;
    }
    kind = SCATTER_WIDE;
    scatterKnown = false;
    base = 0;
    poolStart = pools.reserveWidePool(end - i0);
    long[] pool = pools.widePool();
    int shift = poolStart - i0;
    int written = i0;
    for (int r = 0; r < lanes.ranges(); r++) {
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

  /** Sets the offsets of a scattered access; returns whether all fit into 32 bits. */
  private boolean setScattered(long[] a, long origin, ActiveLanes lanes) {
    long wide = 0;
    for (int r = 0; r < lanes.ranges(); r++) {
      wide |= subtract(scattered, a, origin, lanes.low[r], lanes.high[r]);
    }
    return wide >>> 32 == 0;
  }

  // Separate methods for the loops, each of which the JIT compiler optimises on its own.

  private static long subtract(long[] d, long[] a, long origin, int low, int high) {
    long wide = 0;
    for (int i = low; i < high; i++) {
      long delta = a[i] - origin;
      d[i] = delta;
      wide |= delta + 0x80000000L;
    }
    return wide;
  }

  private static void narrow(int[] pool, int shift, long[] a, int low, int high) {
    for (int i = low; i < high; i++) {
      pool[i + shift] = (int) a[i];
    }
  }
}
