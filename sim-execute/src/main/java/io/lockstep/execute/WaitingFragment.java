// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.control.Fragment;
import io.lockstep.execute.poll.AwaitedValue;
import io.lockstep.execute.poll.PollRound;
import io.lockstep.execute.poll.PolledWords;

/**
 * Work-items of a group that poll, and the words whose change may release them.
 *
 * @param fragment fragment at the header of the loop
 * @param round state of the loop
 * @param words words that the polls have read
 * @param seen number of changes of each word when it was read
 * @param awaited awaited values; null if it is not known how the polls decide
 * @param counts whether the loop's state never repeats, so that it may give up by itself
 */
record WaitingFragment(
    Fragment fragment,
    PollRound round,
    int[] words,
    int[] seen,
    AwaitedValue[] awaited,
    boolean counts) {
  /** Returns whether it is known which values release the fragment. */
  boolean isConditional() {
    return awaited != null;
  }

  /**
   * Returns whether a poll may release the fragment: its words have a releasing value or, if
   * releasing values are not known, have changed since they were read.
   */
  boolean isDue(PolledWords known) {
    if (awaited == null) {
      return changes(known) > 0;
    }
    for (AwaitedValue value : awaited) {
      if (value.released) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number of changes of the words since they were read. */
  long changes(PolledWords known) {
    long changes = 0;
    for (int i = 0; i < words.length; i++) {
      changes += known.version(words[i]) - seen[i];
    }
    return changes;
  }
}
