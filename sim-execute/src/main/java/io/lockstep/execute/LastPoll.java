// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

/** The last execution of a poll. */
interface LastPoll {
  /** Whether the poll was executed after the last {@link PollTracker#forget}. */
  boolean isRecent();

  /** Whether these work-items executed the poll. */
  boolean isLastOf(ActiveLanes lanes);

  long address(int item);

  /** Indices of the words that a work-item polled. */
  int[] words(int item);
}
