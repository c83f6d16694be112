// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.control.Fragment;
import io.lockstep.execute.poll.PollRound;

/** The running group, as seen by {@link PollWatch}. */
interface PolledGroup {
  /** Begins a segment before a fragment enters a polling loop. */
  void mark(Fragment f);

  /** Removes the records and counts made since a segment began, because the segment only polled. */
  void takeBack(Fragment f, PollRound round);

  /** {@return instructions executed so far, summed over the work-items of the launch} */
  long workItemInstructions();

  /** {@return instructions counted against the group's budget} */
  long groupInstructions();
}
