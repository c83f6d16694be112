// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.memory;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.access.TransactionSink;

/**
 * The coalescing rule: one transaction for each cache line that a wavefront's lanes touch, in order
 * of first touch. An element that straddles two lines touches both. Loads transfer whole lines;
 * stores transfer the bytes from the first to the last touched byte of the line.
 *
 * <p>Source: AMD's compute profiler documentation.
 *
 * <p>Not thread-safe, since it contains scratch tables; each compute unit has its own instance.
 */
public final class LineCoalescing implements CoalescingRule {

  private final int lineBytes;
  private final int shift;
  private final boolean wholeLines;
  private final long[] lines = new long[128];
  private final int[] low = new int[128];
  private final int[] high = new int[128];
  private int count;
  private long highest; // highest line so far

  /**
   * @param lineBytes size of a cache line in bytes, a power of two
   * @param wholeLines whether transactions are whole lines (for loads) or touched bytes (for
   *     stores)
   */
  public LineCoalescing(int lineBytes, boolean wholeLines) {
    this.lineBytes = lineBytes;
    this.shift = Integer.numberOfTrailingZeros(lineBytes);
    this.wholeLines = wholeLines;
  }

  @Override
  public int lanesPerRequest() {
    return 64;
  }

  @Override
  public void coalesce(Access access, TransactionSink out) {
    long mask = access.mask();
    if (mask == 0) {
      return;
    }
    int bytes = access.elementBytes();
    long stride = access.isAffine() ? access.stride() : -1;
    if (access.isAffine() && stride >= 0 && stride <= bytes) {
      block(access, mask, bytes, stride, out);
      return;
    }
    count = 0;
    highest = Long.MIN_VALUE;
    if (access.isRows() && access.laneStride() >= 0 && access.laneStride() <= bytes) {
      rows(access, mask, bytes);
    } else {
      for (long m = mask; m != 0; m &= m - 1) {
        long address = access.address(Long.numberOfTrailingZeros(m));
        touch(address, bytes);
      }
    }
    for (int i = 0; i < count; i++) {
      long start = lines[i] << shift;
      if (wholeLines) {
        out.transaction(start, lineBytes);
      } else {
        out.transaction(start + low[i], high[i] - low[i]);
      }
    }
  }

  /** Coalesces a small stride; lines that only inactive lanes touch are left out. */
  private void block(Access access, long mask, int bytes, long stride, TransactionSink out) {
    int first = Long.numberOfTrailingZeros(mask);
    int last = 63 - Long.numberOfLeadingZeros(mask);
    long from = access.origin() + first * stride;
    long to = access.origin() + last * stride + bytes;
    boolean dense = Long.bitCount(mask) == last - first + 1;
    for (long line = from >>> shift; line << shift < to; line++) {
      long start = line << shift;
      long a = Math.max(from, start);
      long b = Math.min(to, start + lineBytes);
      if (!dense && stride > 0 && !touches(mask, access.origin(), stride, bytes, a, b)) {
        continue;
      }
      if (wholeLines) {
        out.transaction(start, lineBytes);
      } else {
        out.transaction(a, (int) (b - a));
      }
    }
  }

  /** Coalesces rows of consecutive lanes; a row whose lanes are all active forms one range. */
  private void rows(Access access, long mask, int bytes) {
    long stride = access.laneStride();
    long row = access.rowOrigin();
    int at = access.rowPhase();
    for (int lane = 0; lane < 64; row += access.rowStride(), at = 0) {
      int n = Math.min(access.rowLanes() - at, 64 - lane);
      long all = (n == 64 ? -1L : (1L << n) - 1) << lane;
      if ((mask & all) == all) {
        touch(row + at * stride, (int) ((n - 1) * stride) + bytes);
      } else {
        for (long m = mask & all; m != 0; m &= m - 1) {
          touch(row + (at + Long.numberOfTrailingZeros(m) - lane) * stride, bytes);
        }
      }
      lane += n;
    }
  }

  private static boolean touches(
      long mask, long origin, long stride, int bytes, long from, long to) {
    int a = (int) Math.max(0, Math.floorDiv(from - origin - bytes + 1 + stride - 1, stride));
    int b = (int) Math.min(63, Math.floorDiv(to - 1 - origin, stride));
    for (int lane = a; lane <= b; lane++) {
      if ((mask >>> lane & 1) != 0) {
        return true;
      }
    }
    return false;
  }

  private void touch(long address, int bytes) {
    long end = address + bytes;
    for (long at = address; at < end; ) {
      long line = at >>> shift;
      int from = (int) (at & lineBytes - 1);
      int to = (int) Math.min(lineBytes, from + end - at);
      int i = find(line);
      if (i == count) {
        lines[count] = line;
        low[count] = from;
        high[count++] = to;
      } else {
        low[i] = Math.min(low[i], from);
        high[i] = Math.max(high[i], to);
      }
      at += to - from;
    }
  }

  /** Searches backwards, since neighbouring lanes share lines and addresses mostly ascend. */
  private int find(long line) {
    if (line > highest) {
      highest = line;
      return count;
    }
    for (int i = count - 1; i >= 0; i--) {
      if (lines[i] == line) {
        return i;
      }
    }
    return count;
  }
}
