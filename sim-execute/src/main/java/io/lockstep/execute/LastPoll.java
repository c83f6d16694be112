package io.lockstep.execute;

/** The last execution of a poll. */
interface LastPoll {
  /** Whether it was after the tracker last forgot what polls have read. */
  boolean isRecent();

  /** Whether it was by these work-items. */
  boolean isLastOf(ActiveLanes lanes);

  /** Where a work-item polled. */
  long address(int item);

  /** Indices of the words that it polled. */
  int[] words(int item);
}
