// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.run.RunOptions;
import io.lockstep.workload.WorkloadExecution;
import java.util.Optional;

/** What an execution may leave out because nothing reads it: work-groups, or values alone. */
final class Omissions {
  private final WorkloadExecution execution;
  private Optional<Boolean> unread = Optional.empty(); // until it is needed

  Omissions(WorkloadExecution execution) {
    this.execution = execution;
  }

  /**
   * Returns whether sampled launches may leave work-groups unexecuted, so that each device executes
   * the groups that it simulates.
   */
  boolean ofGroups(RunOptions options) {
    return options.sampling().isWanted()
        && !options.checks().wantsAny()
        && !execution.program().streams().any()
        && (execution.hasUnreadLaunch() || isUnread());
  }

  /** Lets the execution compute only what time depends on, if nothing reads the results. */
  void ofValues(RunOptions options) {
    if (!options.checks().wantsAny() && execution.mayLeaveValuesOut()) {
      execution.unobserved(!execution.isUnreadAlone() && isUnread());
    }
  }

  /** Returns whether no launch needs the results of any launch. */
  private synchronized boolean isUnread() {
    if (unread.isEmpty()) {
      WorkloadExecution walked = execution.again();
      unread = Optional.of(walked.isUnread());
      walked.memory().close();
    }
    return unread.get();
  }

  /** Starts an execution that leaves groups out. */
  WorkloadExecution part() {
    return execution.again().leavingOut(isUnread());
  }
}
