// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import io.lockstep.kernel.ir.Address;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Arrays;

/**
 * The bytes of memory that a work-group accesses, without wavefronts and time, for caches that are
 * warmed by groups that are not simulated. Not thread-safe.
 */
public final class GroupLines {
  /** Receives accessed bytes. */
  @FunctionalInterface
  public interface Sink {
    /**
     * Receives a range of bytes.
     *
     * @param address device address of the first byte
     * @param bytes number of bytes
     * @param writes whether the access writes memory; an atomic does
     */
    void accepts(long address, long bytes, boolean writes);
  }

  private final ControlTables tables = new ControlTables();
  private int[] visits = new int[0]; // by path and block
  private ControlTable table;
  private LaunchPlan launch;
  private Sink out;

  // The bytes that are not passed on yet.
  private long from;
  private long end;

  /** Creates a reader of groups of any launch. */
  public GroupLines() {}

  /**
   * Passes on the accesses of a work-group to memory: slot by slot, adjacent ones joined.
   *
   * @param group record of the group
   * @param of the group's launch
   * @param to receives the bytes
   */
  public void each(WorkGroupRecord group, LaunchPlan of, Sink to) {
    launch = of;
    out = to;
    table = tables.of(of.code().executed());
    for (Segment segment : group.segments()) {
      if (!segment.isUniform()) {
        visit(segment);
      }
      for (int slot = 0; slot < table.slots; slot++) {
        if (table.slotPlaced[slot]) {
          from = 0;
          end = 0;
          slot(segment, slot);
          flush(slot);
        }
      }
    }
  }

  /** Counts the executions of blocks by path. */
  private void visit(Segment segment) {
    int blocks = table.operations.length;
    int size = segment.paths() * blocks;
    if (visits.length < size) {
      visits = new int[size];
    }
    Arrays.fill(visits, 0, size, 0);
    for (int p = 0; p < segment.paths(); p++) {
      int at = segment.firstBlock(p);
      int bit = segment.firstOutcome(p);
      for (int n = segment.blockCount(p); n > 0; n--) {
        visits[p * blocks + at]++;
        int bits = table.outcomeBits[at];
        if (n > 1) {
          int successor = bits == 0 ? 0 : segment.outcome(bit, bits);
          at = table.successors[table.successorStart[at] + successor];
        }
        bit += bits;
      }
    }
  }

  private void slot(Segment segment, int slot) {
    int lastRun = slot + 1 < segment.slots() ? segment.firstRun(slot + 1) : segment.runs();
    for (int run = segment.firstRun(slot); run < lastRun; run++) {
      int first = segment.runFirst(run);
      for (int n = first; n < first + segment.runCount(run); n++) {
        if (!whole(segment, slot, run, n)) {
          each(segment, slot, run, n);
        }
      }
    }
  }

  /** Passes on an access of all work-items to adjacent bytes in one range, if it is such one. */
  private boolean whole(Segment segment, int slot, int run, int n) {
    if (!segment.isUniform()) {
      return false;
    }
    Geometry g = launch.geometry();
    int bytes = table.slotBytes[slot];
    if (segment.kind(run) == RunKind.UNIFORM) {
      add(slot, segment.base(run, n), bytes);
      return true;
    }
    long stride = segment.stride(run, 0);
    boolean isDense =
        segment.kind(run) == RunKind.AFFINE
            && stride >= 0
            && stride <= bytes
            && (g.sizeY() == 1 || segment.stride(run, 1) == stride * g.sizeX())
            && (g.sizeZ() == 1 || segment.stride(run, 2) == stride * g.sizeX() * g.sizeY());
    if (isDense) {
      add(slot, segment.base(run, n), stride * (segment.workItems() - 1) + bytes);
    }
    return isDense;
  }

  private void each(Segment segment, int slot, int run, int n) {
    Geometry g = launch.geometry();
    int block = table.slotBlock[slot];
    for (int i = 0; i < segment.workItems(); i++) {
      int path = segment.pathOf(i);
      boolean executes =
          path >= 0 && (segment.isUniform() || visits[path * table.operations.length + block] > n);
      if (executes) {
        add(slot, segment.address(run, n, i, g.sizeX(), g.sizeY()), table.slotBytes[slot]);
      }
    }
  }

  private void add(int slot, long address, long bytes) {
    if (address >= from && address <= end) {
      end = Math.max(end, address + bytes);
      return;
    }
    flush(slot);
    from = address;
    end = address + bytes;
  }

  private void flush(int slot) {
    int buffer = Address.buffer(from);
    if (end > from && buffer >= 0 && buffer < launch.bufferAddress().length) {
      long device = launch.bufferAddress()[buffer] + (from & Address.OFFSET_MASK);
      out.accepts(device, end - from, table.slotWrites[slot]);
    }
  }
}
