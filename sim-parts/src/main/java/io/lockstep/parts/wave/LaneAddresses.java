// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import io.lockstep.kernel.ir.Address;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.memory.PolledAccess;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;

/**
 * Converts recorded accesses to the accesses of a wavefront at device addresses: in closed form if
 * one formula holds for all active lanes, otherwise lane by lane.
 */
final class LaneAddresses {
  private final LaneClasses classes;
  private final SlotCursors cursors; // shared with the classes
  private int width;
  private ControlTable table;
  private long[] bufferAddress;
  private int sizeX;
  private int sizeY;
  private int sizeZ;

  // The current access, and the run from which its addresses are computed.
  private int first; // work-item of lane 0
  private int memorySlot;
  private Segment segment;
  private int run;
  private int n; // execution within the segment

  LaneAddresses(LaneClasses classes) {
    this.classes = classes;
    cursors = classes.cursors;
  }

  void begin(ControlTable control, long[] buffers, Geometry geometry, int lanes) {
    table = control;
    bufferAddress = buffers;
    sizeX = geometry.sizeX();
    sizeY = geometry.sizeY();
    sizeZ = geometry.sizeZ();
    width = lanes;
  }

  /**
   * Computes the next access of the active lanes, which must be whole classes.
   *
   * @param item work-item of lane 0
   * @param lanes number of lanes with which the wavefront started
   */
  void next(int slot, int item, int lanes, long mask, int ofMemory, Access out) {
    first = item;
    memorySlot = ofMemory;
    int at = slot << LaneClasses.LANE_BITS;
    int c = classes.ofLane[at | Long.numberOfTrailingZeros(mask)];
    segment = classes.segment[c];
    n = cursors.execute(c, memorySlot, segment);
    run = cursors.run(c, memorySlot);
    long others = mask & ~classes.mask(c);
    boolean formula = isFormula(segment, run);
    boolean together = true; // whether all classes are at the same execution in the same segment
    while (others != 0) {
      int other = classes.ofLane[at | Long.numberOfTrailingZeros(others)];
      others &= ~classes.mask(other);
      int otherN = cursors.executeLike(other, memorySlot, classes.segment[other], segment, n, run);
      if (classes.segment[other] != segment || otherN != n) {
        together = false;
        formula =
            formula
                && isSameFormula(
                    segment,
                    run,
                    n,
                    classes.segment[other],
                    cursors.run(other, memorySlot),
                    otherN);
      }
    }
    int bytes = table.slotBytes[memorySlot];
    if (formula && affine(lanes, mask, bytes, out)) {
      return;
    }
    out.setScattered(mask, width, bytes);
    if (together) {
      expand(mask, out.addresses());
      return;
    }
    for (long m = mask; m != 0; ) {
      c = classes.ofLane[at | Long.numberOfTrailingZeros(m)];
      m &= ~classes.mask(c);
      segment = classes.segment[c];
      run = cursors.run(c, memorySlot);
      n = cursors.executed(c, memorySlot) - 1;
      expand(classes.mask(c), out.addresses());
    }
  }

  /** Whether the last access of lanes, which form whole classes, concerns polled words. */
  boolean hasPolls(int slot, int first, long mask, int memorySlot) {
    int at = slot << LaneClasses.LANE_BITS;
    for (long m = mask; m != 0; ) {
      int c = classes.ofLane[at | Long.numberOfTrailingZeros(m)];
      m &= ~classes.mask(c);
      Waits waits = classes.segment[c].waits();
      if (waits.isEmpty()) {
        continue;
      }
      int n = cursors.executed(c, memorySlot) - 1;
      for (int e = waits.first(memorySlot, n); waits.isOf(e, memorySlot, n); e++) {
        if (lanes(waits, e, first) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Adds the accesses to polled words by the lanes of the last access. */
  void polls(int slot, int first, Access access, int memorySlot, PolledAccess out) {
    int at = slot << LaneClasses.LANE_BITS;
    for (long m = access.mask(); m != 0; ) {
      int c = classes.ofLane[at | Long.numberOfTrailingZeros(m)];
      long own = m & classes.mask(c);
      m &= ~own;
      Waits waits = classes.segment[c].waits();
      int n = cursors.executed(c, memorySlot) - 1;
      for (int e = waits.first(memorySlot, n); waits.isOf(e, memorySlot, n); e++) {
        for (long l = own & lanes(waits, e, first); l != 0; l &= l - 1) {
          int lane = Long.numberOfTrailingZeros(l);
          int word = waits.word(e, first + lane);
          out.add(lane, access.address(lane), word, waits.needed(e), waits.isChange(e));
        }
      }
    }
  }

  private static long lanes(Waits waits, int entry, int first) {
    int from = Math.max(0, waits.firstItem(entry) - first);
    int end = Math.min(64, waits.endItem(entry) - first);
    return from >= end ? 0 : -1L >>> 64 - (end - from) << from;
  }

  /** Reverts the last access of lanes, which form whole classes. */
  void repeat(int slot, long mask, int memorySlot) {
    int at = slot << LaneClasses.LANE_BITS;
    for (long m = mask; m != 0; ) {
      int c = classes.ofLane[at | Long.numberOfTrailingZeros(m)];
      m &= ~classes.mask(c);
      cursors.repeat(c, memorySlot);
    }
  }

  private static boolean isFormula(Segment segment, int run) {
    RunKind kind = segment.kind(run);
    return kind == RunKind.UNIFORM || kind == RunKind.AFFINE;
  }

  private static boolean isSameFormula(Segment s, int run, int n, Segment t, int other, int k) {
    return isFormula(t, other)
        && s.base(run, n) == t.base(other, k)
        && s.stride(run, 0) == t.stride(other, 0)
        && s.stride(run, 1) == t.stride(other, 1)
        && s.stride(run, 2) == t.stride(other, 2);
  }

  /** Sets the access in closed form if the formula is linear in the lane; else returns false. */
  private boolean affine(int lanes, long mask, int bytes, Access out) {
    long base = segment.base(run, n);
    if (segment.kind(run) == RunKind.UNIFORM) {
      out.setAffine(mask, width, bytes, base + shift(base), 0);
      return true;
    }
    long sx = segment.stride(run, 0);
    if (first % sizeX + lanes > sizeX) {
      // The wavefront continues in the next row.
      boolean linear =
          (sizeY == 1 || segment.stride(run, 1) == sx * sizeX)
              && (sizeZ == 1 || segment.stride(run, 2) == sx * sizeX * sizeY);
      if (!linear) {
        return inRows(lanes, mask, bytes, out);
      }
    }
    // Placed by an active lane: lane 0 may be idle, with an address outside of all buffers.
    int lane = Long.numberOfTrailingZeros(mask);
    long address = segment.address(run, n, first + lane, sizeX, sizeY);
    long placed = address + shift(address);
    out.setAffine(mask, width, bytes, placed - lane * sx, sx);
    return true;
  }

  /** Sets the access by rows if the wavefront stays in one plane; else returns false. */
  private boolean inRows(int lanes, long mask, int bytes, Access out) {
    int plane = sizeX * sizeY;
    if (first % plane + lanes > plane) {
      return false;
    }
    long sx = segment.stride(run, 0);
    long sy = segment.stride(run, 1);
    int phase = first % sizeX;
    int lane = Long.numberOfTrailingZeros(mask);
    long address = segment.address(run, n, first + lane, sizeX, sizeY);
    long placed = address + shift(address);
    int at = lane + phase;
    long base = placed - at / sizeX * sy - at % sizeX * sx;
    out.setRows(mask, width, bytes, base, sx, sy, sizeX, phase);
    return true;
  }

  /** Returns the distance from a functional address to the device address. */
  private long shift(long address) {
    if (!table.slotPlaced[memorySlot]) {
      return 0;
    }
    int buffer = Address.buffer(address);
    if (buffer < 0 || buffer >= bufferAddress.length) {
      return 0; // a generic address of local or private memory
    }
    return bufferAddress[buffer] - (address & ~Address.OFFSET_MASK);
  }

  private void expand(long mask, long[] out) {
    switch (segment.kind(run)) {
      case UNIFORM -> {
        long base = segment.base(run, n);
        long address = base + shift(base);
        for (long m = mask; m != 0; m &= m - 1) {
          out[Long.numberOfTrailingZeros(m)] = address;
        }
      }
      case AFFINE -> rows(mask, out);
      case SCATTER -> {
        int[] pool = segment.pool();
        int at = segment.poolStart(run) + first - segment.low(run);
        long base = segment.base(run, n);
        long address = base + pool[at + Long.numberOfTrailingZeros(mask)];
        base += shift(address);
        for (long m = mask; m != 0; m &= m - 1) {
          int lane = Long.numberOfTrailingZeros(m);
          out[lane] = base + pool[at + lane];
        }
      }
      case SCATTER_WIDE -> {
        long[] pool = segment.widePool();
        int at = segment.poolStart(run) + first - segment.low(run);
        for (long m = mask; m != 0; m &= m - 1) {
          int lane = Long.numberOfTrailingZeros(m);
          out[lane] = pool[at + lane] + shift(pool[at + lane]);
        }
      }
    }
  }

  private void rows(long mask, long[] out) {
    long sx = segment.stride(run, 0);
    int start = Long.numberOfTrailingZeros(mask);
    long address = segment.address(run, n, first + start, sizeX, sizeY);
    long shift = shift(address);
    for (long m = mask; m != 0; ) {
      int lane = Long.numberOfTrailingZeros(m);
      int item = first + lane;
      long at = segment.address(run, n, item, sizeX, sizeY) + shift;
      int end = Math.min(64, lane + sizeX - item % sizeX);
      // The remaining lanes of this row.
      long row = end == 64 ? m : m & (1L << end) - 1;
      m &= ~row;
      if (Long.bitCount(row) == end - lane) {
        for (int k = lane; k < end; k++, at += sx) {
          out[k] = at;
        }
        continue;
      }
      for (; row != 0; row &= row - 1) {
        int k = Long.numberOfTrailingZeros(row);
        out[k] = at + sx * (k - lane);
      }
    }
  }
}
