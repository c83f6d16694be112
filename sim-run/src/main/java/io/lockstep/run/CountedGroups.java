package io.lockstep.run;

import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;

/** Counts the groups that a machine has pulled of a launch. */
final class CountedGroups implements WorkGroupSource {
  private final WorkGroupSource groups;
  private long pulled;

  /**
   * @param pulled how many were pulled before
   */
  CountedGroups(WorkGroupSource groups, long pulled) {
    this.groups = groups;
    this.pulled = pulled;
  }

  long pulled() {
    return pulled;
  }

  @Override
  public Status next() {
    Status status = groups.next();
    if (status == Status.RECORD) {
      pulled++;
    }
    return status;
  }

  @Override
  public WorkGroupRecord record() {
    return groups.record();
  }
}
