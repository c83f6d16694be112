// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

/** The running group as {@link PollWatch} uses it. */
interface PolledGroup {
  /** Begins a segment before a fragment enters a polling loop. */
  void mark(Fragment f);

  /** Removes what was recorded and counted since a segment began, because it only polled. */
  void takeBack(Fragment f, PollRound round);

  /** {@return operations of all work-items of the launch so far} */
  long workItemInstructions();

  /** {@return instructions counted against the group's budget} */
  long groupInstructions();
}
