// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.record;

import io.lockstep.trace.record.Segment;
import java.util.Arrays;

/** The runs of one slot, with an array for each column. Reused. */
final class RunList {
  private int size;
  private int[] first = new int[2];
  private int[] count = new int[2];
  private byte[] kinds = new byte[2];
  private long[] bases = new long[2];
  private long[] steps = new long[2];
  private int[] strides = new int[6];
  private int[] pools = new int[2];
  private int[] lows = new int[2];

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  void copy(RunList other) {
    size = other.size;
    first = other.first.clone();
    count = other.count.clone();
    kinds = other.kinds.clone();
    bases = other.bases.clone();
    steps = other.steps.clone();
    strides = other.strides.clone();
    pools = other.pools.clone();
    lows = other.lows.clone();
  }

  /** Returns the exclusive end of a run's occurrences. */
  int end(int run) {
    return first[run] + count[run];
  }

  private long base(int run, int n) {
    return bases[run] + (n - first[run]) * steps[run];
  }

  /** Adds occurrence n, to the last run if possible; returns whether a new run was needed. */
  boolean append(int n, AddressShape shape) {
    return append(
        n,
        shape.kind(),
        shape.base(),
        shape.strideX(),
        shape.strideY(),
        shape.strideZ(),
        shape.poolStart(),
        shape.poolLow());
  }

  /** Adds occurrence n of another list's run. */
  boolean append(int n, RunList other, int run) {
    int s = 3 * run;
    return append(
        n,
        other.kinds[run],
        other.base(run, n),
        other.strides[s],
        other.strides[s + 1],
        other.strides[s + 2],
        other.pools[run],
        other.lows[run]);
  }

  private boolean append(int n, int kind, long base, int x, int y, int z, int pool, int low) {
    boolean affine = kind == AddressShape.UNIFORM || kind == AddressShape.AFFINE;
    int last = size - 1;
    if (last >= 0 && kinds[last] == kind && end(last) == n) {
      boolean same =
          affine
              ? strides[3 * last] == x && strides[3 * last + 1] == y && strides[3 * last + 2] == z
              : pools[last] == pool && bases[last] == base;
      if (same) {
        if (count[last] == 1) {
          steps[last] = base - bases[last];
        }
        if (base == base(last, n)) {
          count[last]++;
          return false;
        }
      }
    }
    if (size == first.length) {
      grow(2 * size);
    }
    int r = size++;
    first[r] = n;
    count[r] = 1;
    kinds[r] = (byte) kind;
    bases[r] = base;
    steps[r] = 0;
    strides[3 * r] = affine ? x : 0;
    strides[3 * r + 1] = affine ? y : 0;
    strides[3 * r + 2] = affine ? z : 0;
    pools[r] = affine ? 0 : pool;
    lows[r] = affine ? 0 : low;
    return true;
  }

  private void grow(int length) {
    first = Arrays.copyOf(first, length);
    count = Arrays.copyOf(count, length);
    kinds = Arrays.copyOf(kinds, length);
    bases = Arrays.copyOf(bases, length);
    steps = Arrays.copyOf(steps, length);
    strides = Arrays.copyOf(strides, 3 * length);
    pools = Arrays.copyOf(pools, length);
    lows = Arrays.copyOf(lows, length);
  }

  /** Returns the address of a work-item at occurrence n. */
  long address(int run, int n, int i, int sizeX, int sizeY, SegmentPools segment) {
    if (kinds[run] == AddressShape.SCATTER_WIDE) {
      return segment.widePool()[pools[run] + i - lows[run]];
    }
    long at = base(run, n);
    if (kinds[run] == AddressShape.SCATTER) {
      return at + segment.pool()[pools[run] + i - lows[run]];
    }
    return at
        + (long) strides[3 * run] * (i % sizeX)
        + (long) strides[3 * run + 1] * (i / sizeX % sizeY)
        + (long) strides[3 * run + 2] * (i / sizeX / sizeY);
  }

  /** Copies all columns to a position in the given arrays. */
  void copyTo(
      int at,
      Segment.Occurrences occurrences,
      Segment.Formulas formulas,
      Segment.Scatters scatters) {
    System.arraycopy(first, 0, occurrences.first(), at, size);
    System.arraycopy(count, 0, occurrences.count(), at, size);
    System.arraycopy(kinds, 0, formulas.kind(), at, size);
    System.arraycopy(bases, 0, formulas.base(), at, size);
    System.arraycopy(steps, 0, formulas.step(), at, size);
    System.arraycopy(strides, 0, formulas.strides(), 3 * at, 3 * size);
    System.arraycopy(pools, 0, scatters.start(), at, size);
    System.arraycopy(lows, 0, scatters.low(), at, size);
  }
}
