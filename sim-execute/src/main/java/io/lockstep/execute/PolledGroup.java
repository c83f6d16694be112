package io.lockstep.execute;

/** The running group, as the watch over its polls sees it: what it has recorded and counted. */
interface PolledGroup {
  /** A segment begins before a fragment comes to a loop with polls. */
  void mark(Fragment f);

  /** Takes back what was recorded, and counted, since a segment began: it only polled. */
  void takeBack(Fragment f, PollRound round);

  /** {@return operations of all work-items of the launch so far} */
  long workItemInstructions();

  /** {@return instructions that count for the budget of the group} */
  long groupInstructions();
}
