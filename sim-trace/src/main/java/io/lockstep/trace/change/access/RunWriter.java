// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import java.util.Arrays;

/** Collects the runs of a segment, slot by slot, in the encoding of {@link Segment}. */
public final class RunWriter {
  private static final int NONE = -1;

  private final int sizeX;
  private final int sizeY;
  private final int sizeZ;

  private int[] slotRun = new int[16];
  private int slots;
  private int runs;
  private int[] first = new int[16];
  private int[] count = new int[16];
  private byte[] kind = new byte[16];
  private long[] base = new long[16];
  private long[] step = new long[16];
  private int[] strides = new int[48];
  private int[] start = new int[16];
  private int[] low = new int[16];
  private int[] pool = new int[64];
  private int pooled;
  private long[] widePool = new long[16];
  private int widePooled;
  private final int[] fitted = new int[3];

  public RunWriter(int sizeX, int sizeY, int sizeZ) {
    this.sizeX = sizeX;
    this.sizeY = sizeY;
    this.sizeZ = sizeZ;
  }

  public void begin() {
    slots = 0;
    runs = 0;
    pooled = 0;
    widePooled = 0;
  }

  /** Begins a segment to which runs of another segment are copied. */
  public void begin(Segment from) {
    begin();
    needPool(from.pool().length);
    System.arraycopy(from.pool(), 0, pool, 0, from.pool().length);
    pooled = from.pool().length;
    needWide(from.widePool().length);
    System.arraycopy(from.widePool(), 0, widePool, 0, from.widePool().length);
    widePooled = from.widePool().length;
  }

  public void slot() {
    if (slots == slotRun.length) {
      slotRun = Arrays.copyOf(slotRun, 2 * slots);
    }
    slotRun[slots++] = runs;
  }

  /** Copies a run of the segment passed to {@link #begin(Segment)}. */
  void copy(Segment from, int run) {
    int n = from.runFirst(run);
    int at = add(n, from.kind(run), from.base(run, n));
    count[at] = from.runCount(run);
    step[at] = from.step(run);
    for (int d = 0; d < 3; d++) {
      strides[3 * at + d] = from.stride(run, d);
    }
    start[at] = from.poolStart(run);
    low[at] = from.low(run);
  }

  /** Adds execution n of the slot with the addresses of active work-items, at least one. */
  public void add(int n, long[] addresses, boolean[] active) {
    int lowest = 0;
    while (!active[lowest]) {
      lowest++;
    }
    int end = active.length;
    while (!active[end - 1]) {
      end--;
    }
    boolean uniform = true;
    boolean oneBuffer = true;
    long least = addresses[lowest];
    long most = least;
    for (int i = lowest; i < end; i++) {
      if (active[i]) {
        uniform &= addresses[i] == addresses[lowest];
        least = Math.min(least, addresses[i]);
        most = Math.max(most, addresses[i]);
      }
    }
    oneBuffer = most - least <= Integer.MAX_VALUE;
    if (uniform) {
      merge(n, RunKind.UNIFORM, least);
    } else if (fits(addresses, active, lowest)) {
      merge(n, RunKind.AFFINE, addresses[lowest] - offset(lowest));
    } else if (oneBuffer) {
      int at = add(n, RunKind.SCATTER, least);
      low[at] = lowest;
      start[at] = pooled;
      needPool(end - lowest);
      for (int i = lowest; i < end; i++) {
        pool[pooled++] = active[i] ? (int) (addresses[i] - least) : 0;
      }
    } else {
      int at = add(n, RunKind.SCATTER_WIDE, 0);
      low[at] = lowest;
      start[at] = widePooled;
      needWide(end - lowest);
      for (int i = lowest; i < end; i++) {
        widePool[widePooled++] = active[i] ? addresses[i] : least;
      }
    }
  }

  /** Adds executions with affine addresses: {@code from} plus strides times the local id. */
  void affine(int occurrences, long from, int strideX, int strideY, int strideZ) {
    int at = add(0, RunKind.AFFINE, from);
    count[at] = occurrences;
    strides[3 * at] = strideX;
    strides[3 * at + 1] = strideY;
    strides[3 * at + 2] = strideZ;
  }

  /** Finds strides over the local id that yield all active addresses; false if none exist. */
  private boolean fits(long[] addresses, boolean[] active, int lowest) {
    Arrays.fill(fitted, 0);
    int[] distance = {1, sizeX, sizeX * sizeY};
    int[] size = {sizeX, sizeY, sizeZ};
    for (int d = 0; d < 3; d++) {
      if (size[d] > 1) {
        int pair = pair(active, lowest, distance[d], size[d]);
        long stride = pair < 0 ? 0 : addresses[pair + distance[d]] - addresses[pair];
        if (stride != (int) stride) {
          return false;
        }
        fitted[d] = (int) stride;
      }
    }
    long from = addresses[lowest] - offset(lowest);
    for (int i = lowest; i < active.length; i++) {
      if (active[i] && addresses[i] != from + offset(i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns an active work-item whose neighbour along a dimension is active as well, or -1. */
  private static int pair(boolean[] active, int lowest, int distance, int size) {
    for (int i = lowest; i + distance < active.length; i++) {
      if (active[i] && active[i + distance] && i / distance % size != size - 1) {
        return i;
      }
    }
    return NONE;
  }

  private long offset(int item) {
    int rest = item / sizeX;
    return (long) fitted[0] * (item % sizeX)
        + (long) fitted[1] * (rest % sizeY)
        + (long) fitted[2] * (rest / sizeY);
  }

  /** Extends the last run of the slot, or begins a new one. */
  private void merge(int n, RunKind rule, long from) {
    int last = runs - 1;
    if (last >= slotRun[slots - 1]
        && kind[last] == rule.ordinal()
        && first[last] + count[last] == n
        && (rule == RunKind.UNIFORM || hasStrides(last))) {
      long next = from - base[last] - (count[last] - 1) * step[last];
      if (count[last] == 1 || next == step[last]) {
        step[last] = next;
        count[last]++;
        return;
      }
    }
    int at = add(n, rule, from);
    if (rule == RunKind.AFFINE) {
      System.arraycopy(fitted, 0, strides, 3 * at, 3);
    }
  }

  private boolean hasStrides(int run) {
    return strides[3 * run] == fitted[0]
        && strides[3 * run + 1] == fitted[1]
        && strides[3 * run + 2] == fitted[2];
  }

  private int add(int n, RunKind rule, long from) {
    if (runs == first.length) {
      int more = 2 * runs;
      first = Arrays.copyOf(first, more);
      count = Arrays.copyOf(count, more);
      kind = Arrays.copyOf(kind, more);
      base = Arrays.copyOf(base, more);
      step = Arrays.copyOf(step, more);
      strides = Arrays.copyOf(strides, 3 * more);
      start = Arrays.copyOf(start, more);
      low = Arrays.copyOf(low, more);
    }
    first[runs] = n;
    count[runs] = 1;
    kind[runs] = (byte) rule.ordinal();
    base[runs] = from;
    step[runs] = 0;
    Arrays.fill(strides, 3 * runs, 3 * runs + 3, 0);
    start[runs] = 0;
    low[runs] = 0;
    return runs++;
  }

  private void needPool(int more) {
    if (pooled + more > pool.length) {
      pool = Arrays.copyOf(pool, Math.max(pooled + more, 2 * pool.length));
    }
  }

  private void needWide(int more) {
    if (widePooled + more > widePool.length) {
      widePool = Arrays.copyOf(widePool, Math.max(widePooled + more, 2 * widePool.length));
    }
  }

  /** Returns a segment with the paths of another, with block numbers increased by {@code moved}. */
  public Segment segment(Segment paths, int moved, Waits waits) {
    int n = paths.paths();
    int[] firstBlock = new int[n];
    int[] blockCount = new int[n];
    int[] outcomeBit = new int[n + 1];
    for (int p = 0; p < n; p++) {
      firstBlock[p] = paths.firstBlock(p) + moved;
      blockCount[p] = paths.blockCount(p);
      outcomeBit[p] = paths.firstOutcome(p);
      outcomeBit[p + 1] = paths.endOutcome(p);
    }
    int[] pathOf = null;
    if (!paths.isUniform()) {
      pathOf = new int[paths.workItems()];
      Arrays.setAll(pathOf, paths::pathOf);
    }
    return segment(
        paths.workItems(),
        new Segment.Paths(pathOf, firstBlock, blockCount, outcomeBit, paths.outcomes()),
        waits);
  }

  /**
   * Returns the segment of a beginning, a loop and an end, in blocks 0 to 2. The beginning branches
   * past an empty loop, and the loop back to itself. The first {@code longer} work-items execute
   * all iterations, the others one fewer.
   */
  public Segment segment(int workItems, int longer, int rounds) {
    boolean one = longer == workItems;
    int[] pathOf = new int[workItems];
    Arrays.fill(pathOf, longer, workItems, 1);
    int bits = 1 + rounds;
    int[] ends = one ? new int[] {0, bits} : new int[] {0, bits, bits + rounds};
    long[] outcomes = new long[(ends[ends.length - 1] + 63) / 64];
    for (int p = 0; p < ends.length - 1; p++) {
      int own = rounds - p;
      for (int bit = own == 0 ? 0 : 1; bit < Math.max(1, own); bit++) {
        outcomes[ends[p] + bit >> 6] |= 1L << ends[p] + bit;
      }
    }
    return segment(
        workItems,
        new Segment.Paths(
            one ? null : pathOf,
            new int[ends.length - 1],
            one ? new int[] {2 + rounds} : new int[] {2 + rounds, 1 + rounds},
            ends,
            outcomes),
        Waits.NONE);
  }

  /** Returns the segment with the given paths, without waits. */
  public Segment segment(Segment.Paths paths) {
    return segment(sizeX * sizeY * sizeZ, paths, Waits.NONE);
  }

  private Segment segment(int workItems, Segment.Paths paths, Waits waits) {
    int[] ends = Arrays.copyOf(slotRun, slots + 1);
    ends[slots] = runs;
    return new Segment(
        workItems,
        paths,
        new Segment.Occurrences(ends, Arrays.copyOf(first, runs), Arrays.copyOf(count, runs)),
        new Segment.Formulas(
            Arrays.copyOf(kind, runs),
            Arrays.copyOf(base, runs),
            Arrays.copyOf(step, runs),
            Arrays.copyOf(strides, 3 * runs)),
        new Segment.Scatters(
            Arrays.copyOf(start, runs),
            Arrays.copyOf(low, runs),
            Arrays.copyOf(pool, pooled),
            Arrays.copyOf(widePool, widePooled)),
        waits);
  }
}
