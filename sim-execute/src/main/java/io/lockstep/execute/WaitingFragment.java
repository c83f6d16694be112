package io.lockstep.execute;

/**
 * Work-items of a group that spin, and the words whose change may let them go on.
 *
 * @param fragment stands at the header of the loop
 * @param round what is known of the loop
 * @param words that its polls read
 * @param seen changes of each when it was read
 * @param awaited values with which they do not go on; null if that is not known
 * @param counts whether its state never repeats, so that it may give up by itself
 */
record WaitingFragment(
    Fragment fragment,
    PollRound round,
    int[] words,
    int[] seen,
    AwaitedValue[] awaited,
    boolean counts) {
  /** Whether it is known with which values it goes on. */
  boolean isConditional() {
    return awaited != null;
  }

  /**
   * Whether a poll may let it go on: its words hold a value with which it goes on, or, where that
   * is not known, were changed since it read them.
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

  /** Changes of its words since it read them. */
  long changes(PolledWords known) {
    long changes = 0;
    for (int i = 0; i < words.length; i++) {
      changes += known.version(words[i]) - seen[i];
    }
    return changes;
  }
}
