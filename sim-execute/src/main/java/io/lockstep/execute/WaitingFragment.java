package io.lockstep.execute;

/**
 * Work-items of a group that spin, and the words whose change may let them go on.
 *
 * @param fragment stands at the header of the loop
 * @param round what is known of the loop
 * @param words that its polls read
 * @param seen changes of each when it was read
 * @param counts whether its state never repeats, so that it may give up by itself
 */
record WaitingFragment(
    Fragment fragment, PollRound round, int[] words, int[] seen, boolean counts) {
  /** Changes of its words since it read them. */
  long changes(PolledWords known) {
    long changes = 0;
    for (int i = 0; i < words.length; i++) {
      changes += known.version(words[i]) - seen[i];
    }
    return changes;
  }
}
