// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.memory;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.access.TransactionSink;

/**
 * Coalesces fetches and writes of a quarter wavefront, 16 work-items.
 *
 * <p>The accesses of the lanes are merged by cache line, and each line is emitted once: sixteen
 * consecutive dwords form one line of 64 bytes, sixteen pairs form two lines. A transaction extends
 * from the first to the last requested byte of its line, so that writes move no other bytes.
 *
 * <p>Source: Georgia Tech CS4803DGC slides (quarter wavefront, 4 bytes a lane give 64, 8 bytes
 * 128).
 *
 * <p><b>Caveat.</b> Lines are emitted in order of the first lane that touches them. Immutable and
 * thread-safe.
 *
 * @param lanes number of lanes of a quarter wavefront
 * @param line line size in bytes, a power of two
 */
public record QuarterWavefrontCoalescing(int lanes, int line) implements CoalescingRule {
  @Override
  public int lanesPerRequest() {
    return lanes;
  }

  @Override
  public void coalesce(Access access, TransactionSink out) {
    int bytes = access.elementBytes();
    int first = access.firstLane();
    if (first < 0) {
      return;
    }
    if (access.isAffine() && (access.stride() == bytes || access.stride() == 0)) {
      int last = 63 - Long.numberOfLeadingZeros(access.mask());
      long from = access.address(first);
      emit(from, access.address(last) + bytes, out);
      return;
    }
    if (ascends(access, first, bytes)) {
      ascending(access, first, bytes, out);
      return;
    }
    for (int lane = first; lane >= 0; lane = access.nextLane(lane)) {
      long from = access.address(lane);
      for (long at = from; at < from + bytes; at = (at & -line) + line) {
        if (isFirst(access, at & -line, lane, bytes)) {
          emitLine(access, at & -line, lane, bytes, out);
        }
      }
    }
  }

  /** Whether the range of each lane begins at or after the end of the previous lane's range. */
  private static boolean ascends(Access access, int first, int bytes) {
    if (access.isAffine()) {
      return access.stride() >= bytes;
    }
    long end = Long.MIN_VALUE;
    for (int lane = first; lane >= 0; lane = access.nextLane(lane)) {
      long at = access.address(lane);
      if (at < end) {
        return false;
      }
      end = at + bytes;
    }
    return true;
  }

  /** Merges ascending accesses: lines appear in order, each in neighbouring lanes only. */
  private void ascending(Access access, int first, int bytes, TransactionSink out) {
    long low = access.address(first);
    long end = low;
    for (int lane = first; lane >= 0; lane = access.nextLane(lane)) {
      long from = access.address(lane);
      for (long at = from; at < from + bytes; ) {
        if ((at ^ low) >= line || (at ^ low) < 0) {
          out.transaction(low, (int) (end - low));
          low = at;
        }
        end = Math.min(from + bytes, (at & -line) + line);
        at = end;
      }
    }
    out.transaction(low, (int) (end - low));
  }

  private void emit(long from, long end, TransactionSink out) {
    for (long at = from; at < end; ) {
      long next = Math.min(end, (at & -line) + line);
      out.transaction(at, (int) (next - at));
      at = next;
    }
  }

  /** Whether no lane before {@code until} touches the line that begins at {@code start}. */
  private boolean isFirst(Access access, long start, int until, int bytes) {
    for (int lane = access.firstLane(); lane < until; lane = access.nextLane(lane)) {
      long at = access.address(lane);
      if (at < start + line && at + bytes > start) {
        return false;
      }
    }
    return true;
  }

  private void emitLine(Access access, long start, int from, int bytes, TransactionSink out) {
    long low = Long.MAX_VALUE;
    long high = 0;
    for (int lane = from; lane >= 0; lane = access.nextLane(lane)) {
      long at = access.address(lane);
      if (at < start + line && at + bytes > start) {
        low = Math.min(low, Math.max(start, at));
        high = Math.max(high, Math.min(start + line, at + bytes));
      }
    }
    out.transaction(low, (int) (high - low));
  }
}
