// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.poll;

import io.lockstep.execute.lane.ActiveLanes;

/** The last execution of a poll. */
public interface LastPoll {
  /** Returns whether the poll was executed after the last {@link PollTracker#forget}. */
  boolean isRecent();

  /** Returns whether these work-items executed the poll. */
  boolean isLastOf(ActiveLanes lanes);

  long address(int item);

  int[] words(int item);
}
