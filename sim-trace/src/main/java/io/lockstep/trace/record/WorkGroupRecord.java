// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import java.util.List;

/**
 * The record of one work-group: its segments in order. Immutable, shared by reference among
 * devices.
 *
 * @param group flat work-group id, x fastest
 * @param segments bounded pieces in order of execution
 * @param bytes approximate size, for windows bounded in bytes
 * @param recorded the record with paths through the portable kernel, if the paths of this one go
 *     through machine code with blocks of its own; else null
 */
public record WorkGroupRecord(
    long group, List<Segment> segments, long bytes, WorkGroupRecord recorded)
    implements ProgramItem {
  /**
   * Makes a record with paths through the portable kernel.
   *
   * @param group flat work-group id, x fastest
   * @param segments in the order of execution
   * @param bytes approximate size, for windows bounded in bytes
   */
  public WorkGroupRecord(long group, List<Segment> segments, long bytes) {
    this(group, segments, bytes, null);
  }

  /**
   * Computes the size from the segments.
   *
   * @param group flat work-group id, x fastest
   * @param segments in the order of execution
   */
  public WorkGroupRecord(long group, List<Segment> segments) {
    this(group, List.copyOf(segments), segments.stream().mapToLong(Segment::bytes).sum() + 64);
  }

  /**
   * {@return the number of work-items: fewer than the group size if this is the last group of a
   * range that groups do not divide evenly} All work-items begin with the kernel's first block.
   */
  public int items() {
    Segment first = segments.get(0);
    int items = first.workItems();
    while (items > 1 && first.pathOf(items - 1) < 0) {
      items--;
    }
    return items;
  }

  /** {@return whether any access of the group waits for a write of another group} */
  public boolean hasWaits() {
    for (Segment segment : segments) {
      if (segment.waits().hasNeeds()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long heldBytes() {
    return bytes;
  }

  @Override
  public void tell(ProgramSink sink) {
    sink.group(this);
  }
}
