// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;

/**
 * The work-groups of a launch without those of the plan's gaps. The device does not stop at a gap:
 * places that become free take the groups of the next window. Not thread-safe.
 */
final class SampledGroups implements WorkGroupSource {
  /** Is told when a device that has room requests the first group after a boundary. */
  interface Boundaries {
    default void starts(int window) {}

    default void middle(int window) {}

    default void ends(int window) {}

    /** Called when the device requests a group after the last one. */
    default void complete() {}

    /**
     * Called for each group that is read but left out.
     *
     * @param before groups that are left out after it in the same gap
     */
    void skips(WorkGroupRecord group, long before);

    /**
     * Called before groups are left out, if they need not be executed, until it returns 0.
     *
     * @param next the first of these groups
     * @param end the group after them
     * @return number of groups that need not be read
     */
    long unread(long next, long end);
  }

  private enum Part {
    BEFORE,
    FIRST_HALF,
    SECOND_HALF
  }

  private final WorkGroupSource source;
  private final SamplePlan plan;
  private final Boundaries boundaries;
  private int window; // current or next window
  private Part part = Part.BEFORE;
  private long next; // index of the next group
  private long unread;
  private boolean asked; // whether it is known that groups need not be executed
  private boolean skippable;

  SampledGroups(WorkGroupSource source, SamplePlan plan, Boundaries boundaries) {
    this.source = source;
    this.plan = plan;
    this.boundaries = boundaries;
  }

  @Override
  public Status next() {
    while (true) {
      if (window < plan.windows()) {
        cross();
      }
      if (window < plan.windows()) {
        leaveOut();
      }
      if (source.next() == Status.END) {
        complete();
        return Status.END;
      }
      long index = next++;
      if (window == plan.windows() || index >= plan.resume(window)) {
        return Status.RECORD;
      }
      boundaries.skips(source.record(), plan.resume(window) - next);
    }
  }

  private void cross() {
    if (part == Part.BEFORE && next == plan.start(window)) {
      part = Part.FIRST_HALF;
      boundaries.starts(window);
    } else if (part == Part.FIRST_HALF && next == plan.middle(window)) {
      part = Part.SECOND_HALF;
      boundaries.middle(window);
    } else if (part == Part.SECOND_HALF && next == plan.end(window)) {
      part = Part.BEFORE;
      boundaries.ends(window++);
    }
  }

  private void leaveOut() {
    long end = plan.resume(window);
    if (part != Part.BEFORE || next >= end) {
      return;
    }
    if (!asked) {
      asked = true;
      skippable = source.find(next).isPresent();
    }
    long count = skippable ? boundaries.unread(next, end) : 0;
    if (count > 0 && source.skip(count)) {
      next += count;
      unread += count;
    }
  }

  /** Returns the number of groups that were left out without being read. */
  long unread() {
    return unread;
  }

  private void complete() {
    if (next != plan.groups()) {
      throw new IllegalStateException(
          "a launch of %s work-groups has %s".formatted(plan.groups(), next));
    }
    boundaries.complete();
  }

  @Override
  public WorkGroupRecord record() {
    return source.record();
  }
}
