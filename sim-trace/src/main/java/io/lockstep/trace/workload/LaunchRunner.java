package io.lockstep.trace.workload;

import io.lockstep.trace.record.WorkGroupRecord;
import java.util.List;

/** Executes the work-groups of one launch, in order of their ids. */
interface LaunchRunner {
  /** Executes a work-group and tells what it did. */
  WorkGroupRecord execute(long group);

  /** Portable operations executed so far, summed over work-items. */
  long workItemInstructions();

  /** Lines printed so far. */
  List<String> printed();
}
