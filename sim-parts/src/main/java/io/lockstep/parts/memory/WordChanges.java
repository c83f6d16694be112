// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.parts.counters.CountingPart;
import java.util.Arrays;

/**
 * Counts the changes of the words that work-groups of a launch poll, in simulated time.
 *
 * <p>Changes and polls take effect at the memory side: an atomic at the tick that its unit has
 * booked, any other request when its slice accepts it.
 */
final class WordChanges extends CountingPart {
  private int[] performed = new int[16]; // by word: number of performed changes
  private int words; // highest number of a changed word, plus one
  private long[] dueAt = new long[16]; // tick of each change booked for later
  private int[] dueWord = new int[16];
  private int due;

  private static final int POLLS = 0;
  private static final int FAILED = 1;
  private static final int CHANGES = 2;
  private final long[] count = own.counters(3);

  void begin() {
    Arrays.fill(performed, 0, words, 0);
    words = 0;
    due = 0;
  }

  void now(long tick) {
    int kept = 0;
    for (int k = 0; k < due; k++) {
      if (dueAt[k] <= tick) {
        performed[dueWord[k]]++;
      } else {
        dueAt[kept] = dueAt[k];
        dueWord[kept++] = dueWord[k];
      }
    }
    due = kept;
  }

  /** Returns the number of changes of a word up to a tick, which must not be before now. */
  int performed(int word, long tick) {
    int sum = word < words ? performed[word] : 0;
    for (int k = 0; k < due; k++) {
      if (dueWord[k] == word && dueAt[k] <= tick) {
        sum++;
      }
    }
    return sum;
  }

  /** Books a change of a word at a tick, which must not be before now. */
  void change(int word, long tick) {
    if (word >= words) {
      if (word >= performed.length) {
        performed = Arrays.copyOf(performed, Math.max(word + 1, 2 * performed.length));
      }
      words = word + 1;
    }
    if (due == dueAt.length) {
      dueAt = Arrays.copyOf(dueAt, 2 * due);
      dueWord = Arrays.copyOf(dueWord, 2 * due);
    }
    dueAt[due] = tick;
    dueWord[due++] = word;
    count[CHANGES]++;
  }

  /** Whether a change is booked for a tick after the last call of {@link #now}. */
  boolean hasDue() {
    return due > 0;
  }

  void polled(boolean failed) {
    count[POLLS]++;
    count[FAILED] += failed ? 1 : 0;
  }

  long polls() {
    return count[POLLS];
  }

  long failed() {
    return count[FAILED];
  }

  long changes() {
    return count[CHANGES];
  }
}
