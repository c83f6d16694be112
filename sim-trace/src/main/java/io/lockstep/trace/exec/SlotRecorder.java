package io.lockstep.trace.exec;

import io.lockstep.trace.record.RunKind;
import java.util.Arrays;

/**
 * Addresses of one memory operation within a segment, coded as runs while they arrive.
 *
 * <p>As long as each set of work-items that executes the operation lies within the one before it,
 * the n-th execution is the n-th for all of them and is coded at once (<em>direct</em>). From the
 * first execution that breaks this on, addresses are kept by (n, work-item) in <em>overlays</em>
 * and coded when the segment closes. Not thread-safe.
 */
final class SlotRecorder {
  static final int UNIFORM = RunKind.UNIFORM.ordinal();
  static final int AFFINE = RunKind.AFFINE.ordinal();
  static final int SCATTER = RunKind.SCATTER.ordinal();
  static final int SCATTER_WIDE = RunKind.SCATTER_WIDE.ordinal();

  /** Stands for "this work-item does not execute this occurrence". */
  private static final long ABSENT = Long.MIN_VALUE;

  private final SegmentRecorder segment;
  private final int size;
  private final int sizeX;
  private final int sizeY;

  // The shape of the last access: address = base + offsets[work-item].
  private final long[] offsets;
  private final long[] scattered;
  private int kind = -1;
  private boolean scatterKnown;
  private int strideX;
  private int strideY;
  private int strideZ;
  private boolean offsetsMatchStrides;
  private int poolStart;
  private int poolLow;

  /** Base of the last access that {@link #record} saw, and whether all of the shape was affine. */
  private long base;

  // Direct recording.
  private final long[] lastMask;
  private long lastVersion;
  private int executions;
  private boolean direct;
  private int[] counts;

  // Overlays.
  private long[][] overlays = new long[0][];
  private int overlayEnd;
  private int[] directCounts;

  // Runs.
  private int runs;
  private int[] runFirst = new int[2];
  private int[] runCount = new int[2];
  private byte[] runKind = new byte[2];
  private long[] runBase = new long[2];
  private long[] runStep = new long[2];
  private int[] runStrides = new int[6];
  private int[] runPool = new int[2];
  private int[] runLow = new int[2];

  SlotRecorder(SegmentRecorder segment, int size, int sizeX, int sizeY) {
    this.segment = segment;
    this.size = size;
    this.sizeX = sizeX;
    this.sizeY = sizeY;
    offsets = new long[size];
    scattered = new long[size];
    lastMask = new long[(size + 63) >>> 6];
    reset();
  }

  void reset() {
    kind = -1;
    scatterKnown = false;
    executions = 0;
    direct = true;
    lastVersion = -1;
    runs = 0;
    overlayEnd = 0;
    counts = null;
    directCounts = null;
  }

  /** Kind of the last access, or SCATTER where only the addresses tell. */
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

  /** Records one execution: {@code addresses[i] + offset} for the active work-items. */
  void record(long[] addresses, long offset, Lanes lanes) {
    if (direct && lanes.version != lastVersion) {
      changeOfSet(lanes);
    }
    if (direct) {
      fitShape(addresses, offset, lanes);
      append(executions++, lanes);
    } else {
      overlay(addresses, offset, lanes);
    }
  }

  private void changeOfSet(Lanes lanes) {
    if (executions > 0) {
      if (lanes.isSubsetOf(lastMask)) {
        noteCounts(lanes);
      } else {
        leaveDirect();
        return;
      }
    }
    System.arraycopy(lanes.mask, 0, lastMask, 0, lastMask.length);
    lastVersion = lanes.version;
  }

  /** Keeps the counts of those that dropped out. */
  private void noteCounts(Lanes lanes) {
    for (int w = 0; w < lastMask.length; w++) {
      long gone = lastMask[w] & ~lanes.mask[w];
      while (gone != 0) {
        if (counts == null) {
          counts = new int[size];
        }
        counts[(w << 6) + Long.numberOfTrailingZeros(gone)] = executions;
        gone &= gone - 1;
      }
    }
  }

  private void leaveDirect() {
    direct = false;
    kind = SCATTER;
    if (counts == null) {
      counts = new int[size];
    }
    for (int i = 0; i < size; i++) {
      if ((lastMask[i >>> 6] & 1L << i) != 0) {
        counts[i] = executions;
      }
    }
    directCounts = counts.clone();
    segment.grow(8L * size);
  }

  private void overlay(long[] addresses, long offset, Lanes lanes) {
    for (int r = 0; r < lanes.ranges; r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        int n = counts[i]++;
        if (n >= overlayEnd) {
          extendOverlays(n + 1);
        }
        long[] row = overlays[n];
        if (row == null) {
          row = segment.borrowRow();
          Arrays.fill(row, ABSENT);
          overlays[n] = row;
        }
        row[i] = addresses[i] + offset;
      }
    }
  }

  private void extendOverlays(int end) {
    if (end > overlays.length) {
      overlays = Arrays.copyOf(overlays, Math.max(end, 2 * overlays.length));
    }
    overlayEnd = end;
  }

  /**
   * Finds base and shape of the addresses: the last strides, else strides of their own, else the
   * last scatter, else a new one.
   */
  private void fitShape(long[] a, long offset, Lanes lanes) {
    int i0 = lanes.low[0];
    if ((kind == UNIFORM || kind == AFFINE) && follows(a, offsets, lanes, i0)) {
      base = a[i0] + offset - offsets[i0];
      return;
    }
    if (fitStrides(a, lanes, i0) && follows(a, offsets, lanes, i0)) {
      base = a[i0] + offset - offsets[i0];
      kind = strideX == 0 && strideY == 0 && strideZ == 0 ? UNIFORM : AFFINE;
      return;
    }
    // The known scatter covers these work-items only as long as sets shrink.
    if (scatterKnown && direct && follows(a, scattered, lanes, i0)) {
      base = a[i0] + offset - scattered[i0];
      kind = SCATTER;
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
      kind = SCATTER;
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
    kind = SCATTER_WIDE;
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

  /** Adds the last access as occurrence n, to the last run where it continues it. */
  private void append(int n, Lanes lanes) {
    int last = runs - 1;
    if (last >= 0 && runKind[last] == kind && runFirst[last] + runCount[last] == n) {
      boolean affine = kind == UNIFORM || kind == AFFINE;
      boolean same =
          affine
              ? runStrides[3 * last] == strideX
                  && runStrides[3 * last + 1] == strideY
                  && runStrides[3 * last + 2] == strideZ
              : kind == SCATTER && runPool[last] == poolStart && runBase[last] == base;
      if (same) {
        if (runCount[last] == 1) {
          runStep[last] = base - runBase[last];
          runCount[last] = 2;
          return;
        }
        if (base == runBase[last] + runCount[last] * runStep[last]) {
          runCount[last]++;
          return;
        }
      }
    }
    addRun(n);
  }

  private void addRun(int n) {
    if (runs == runFirst.length) {
      int length = 2 * runs;
      runFirst = Arrays.copyOf(runFirst, length);
      runCount = Arrays.copyOf(runCount, length);
      runKind = Arrays.copyOf(runKind, length);
      runBase = Arrays.copyOf(runBase, length);
      runStep = Arrays.copyOf(runStep, length);
      runStrides = Arrays.copyOf(runStrides, 3 * length);
      runPool = Arrays.copyOf(runPool, length);
      runLow = Arrays.copyOf(runLow, length);
    }
    int r = runs++;
    boolean affine = kind == UNIFORM || kind == AFFINE;
    runFirst[r] = n;
    runCount[r] = 1;
    runKind[r] = (byte) kind;
    runBase[r] = base;
    runStep[r] = 0;
    runStrides[3 * r] = affine ? strideX : 0;
    runStrides[3 * r + 1] = affine ? strideY : 0;
    runStrides[3 * r + 2] = affine ? strideZ : 0;
    runPool[r] = affine ? 0 : poolStart;
    runLow[r] = affine ? 0 : poolLow;
    segment.grow(45);
  }

  /** Codes what overlays hold; afterwards the runs are complete. */
  void close(Lanes scratch, Versions versions) {
    if (direct) {
      return;
    }
    int oldRuns = runs;
    int[] oldFirst = runFirst.clone();
    int[] oldCount = runCount.clone();
    byte[] oldKind = runKind.clone();
    long[] oldBase = runBase.clone();
    long[] oldStep = runStep.clone();
    int[] oldStrides = runStrides.clone();
    int[] oldPool = runPool.clone();
    int[] oldLow = runLow.clone();
    runs = 0;
    kind = -1;
    int run = 0;
    int end = Math.max(executions, overlayEnd);
    long[] row = segment.borrowRow();
    for (int n = 0; n < end; n++) {
      while (run < oldRuns && n >= oldFirst[run] + oldCount[run]) {
        run++;
      }
      boolean hasRun = run < oldRuns;
      long[] overlay = n < overlayEnd ? overlays[n] : null;
      scratch.clear();
      for (int i = 0; i < size; i++) {
        if (overlay != null && overlay[i] != ABSENT) {
          row[i] = overlay[i];
        } else if (hasRun && n < directCounts[i]) {
          long at = oldBase[run] + (n - oldFirst[run]) * oldStep[run];
          row[i] = decoded(i, at, oldKind[run], oldStrides, 3 * run, oldPool[run] + i - oldLow[run]);
        } else {
          continue;
        }
        scratch.mask[i >>> 6] |= 1L << i;
      }
      scratch.update(versions.next());
      fitShape(row, 0, scratch);
      append(n, scratch);
      if (overlay != null) {
        segment.returnRow(overlay);
        overlays[n] = null;
      }
    }
    segment.returnRow(row);
  }

  private long decoded(int i, long at, int kindOf, int[] strides, int s, int inPool) {
    if (kindOf == SCATTER) {
      return at + segment.pool()[inPool];
    }
    if (kindOf == SCATTER_WIDE) {
      return segment.widePool()[inPool];
    }
    return at
        + (long) strides[s] * (i % sizeX)
        + (long) strides[s + 1] * (i / sizeX % sizeY)
        + (long) strides[s + 2] * (i / sizeX / sizeY);
  }

  int runs() {
    return runs;
  }

  /** Copies the runs behind those of other slots. */
  void copyTo(
      int at,
      int[] first,
      int[] count,
      byte[] kinds,
      long[] bases,
      long[] steps,
      int[] strides,
      int[] pools,
      int[] lows) {
    System.arraycopy(runFirst, 0, first, at, runs);
    System.arraycopy(runCount, 0, count, at, runs);
    System.arraycopy(runKind, 0, kinds, at, runs);
    System.arraycopy(runBase, 0, bases, at, runs);
    System.arraycopy(runStep, 0, steps, at, runs);
    System.arraycopy(runStrides, 0, strides, 3 * at, 3 * runs);
    System.arraycopy(runPool, 0, pools, at, runs);
    System.arraycopy(runLow, 0, lows, at, runs);
  }
}
