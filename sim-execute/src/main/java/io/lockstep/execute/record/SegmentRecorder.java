// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.record;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Versions;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;

/** Records one segment at a time: paths, runs of every slot, pools. */
public final class SegmentRecorder {
  private final int size;
  private final SlotRecorder[] slots;
  private final PathRecorder paths;
  private final ActiveLanes scratch;
  private final Versions versions;
  private final SegmentPools pools;
  private final WaitRecorder waits; // null if no group waits
  private long blocks;

  /** Creates a recorder; {@code waits} records waits for polled words, and may be null. */
  public SegmentRecorder(int slotCount, Geometry geometry, Versions versions, WaitRecorder waits) {
    this.waits = waits;
    this.size = geometry.groupSize();
    this.versions = versions;
    scratch = new ActiveLanes(size);
    paths = new PathRecorder(size);
    pools = new SegmentPools(size);
    slots = new SlotRecorder[slotCount];
    for (int s = 0; s < slotCount; s++) {
      slots[s] = new SlotRecorder(pools, size, geometry.sizeX(), geometry.sizeY());
    }
  }

  public SlotRecorder slot(int number) {
    return slots[number];
  }

  public PathRecorder paths() {
    return paths;
  }

  public void reset() {
    for (SlotRecorder slot : slots) {
      slot.reset();
    }
    paths.reset();
    pools.reset();
    if (waits != null) {
      waits.reset();
    }
    blocks = 0;
  }

  public void countBlock() {
    blocks++;
  }

  public long blocks() {
    return blocks;
  }

  /** Returns whether the segment has approximately this number of bytes or more. */
  public boolean holds(long bytes) {
    long others = pools.bytes() + (waits == null ? 0 : waits.bytes());
    return others + paths.mostBytes() >= bytes && others + paths.bytes() >= bytes;
  }

  /**
   * Returns the finished segment.
   *
   * @param pathsMayRepeat whether the segment began with work-items at different places
   */
  public Segment close(boolean pathsMayRepeat) {
    int total = 0;
    int[] slotRun = new int[slots.length + 1];
    for (int s = 0; s < slots.length; s++) {
      slots[s].close(scratch, versions);
      slotRun[s] = total;
      total += slots[s].runs().size();
    }
    slotRun[slots.length] = total;
    Segment.Occurrences occurrences =
        new Segment.Occurrences(slotRun, new int[total], new int[total]);
    Segment.Formulas formulas = Segment.Formulas.of(total);
    Segment.Scatters scatters =
        new Segment.Scatters(new int[total], new int[total], pools.offsets(), pools.addresses());
    for (int s = 0; s < slots.length; s++) {
      slots[s].runs().copyTo(slotRun[s], occurrences, formulas, scatters);
    }
    paths.close(pathsMayRepeat);
    return new Segment(
        size,
        new Segment.Paths(
            paths.pathOf, paths.firstBlock, paths.blockCount, paths.outcomeBit, paths.packed),
        occurrences,
        formulas,
        scatters,
        waits == null ? Waits.NONE : waits.close());
  }
}
