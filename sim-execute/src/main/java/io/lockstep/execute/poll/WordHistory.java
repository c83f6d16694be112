// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.poll;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The last values of polled words: a bounded ring for all words together, in which each entry
 * refers to the previous one of its word.
 */
public final class WordHistory {
  /** Maximum number of entries. */
  static final int MOST = 1 << 20;

  /** Maximum number of changes that a search goes back. */
  static final int MOST_STEPS = 1 << 12;

  private static final long NONE = -1;

  private int[] value = new int[1 << 8];
  private long[] previous = new long[1 << 8];
  private long entries;
  private long[] newest = new long[0]; // by word

  private boolean isKept(long entry) {
    return entry >= Math.max(0, entries - value.length);
  }

  private int at(long entry) {
    return (int) (entry & value.length - 1);
  }

  public void change(int word, int before, int after) {
    if (word >= newest.length) {
      int old = newest.length;
      newest = Arrays.copyOf(newest, Math.max(64, 2 * word));
      Arrays.fill(newest, old, newest.length, NONE);
    }
    long last = newest[word];
    if (!isKept(last)) {
      last = add(before, NONE);
    }
    newest[word] = add(after, last);
  }

  /** Discards the history of a word that was changed only in part. */
  public void forget(int word) {
    if (word < newest.length) {
      newest[word] = NONE;
    }
  }

  private long add(int v, long before) {
    if (entries == value.length && value.length < MOST) {
      value = Arrays.copyOf(value, 2 * value.length);
      previous = Arrays.copyOf(previous, 2 * previous.length);
    }
    int k = at(entries);
    value[k] = v;
    previous[k] = before;
    return entries++;
  }

  /**
   * Finds the change since which all values of a word have satisfied a condition.
   *
   * @param changes number of changes of the word so far
   * @param seen number of changes from which the search goes back; at most {@code changes}
   * @param holds the condition
   * @return number of that change, or a later number if older values are not kept; 0 if the
   *     condition has held since before the launch, or does not hold after {@code seen}
   */
  public int since(int word, int changes, int seen, IntPredicate holds) {
    long entry = word < newest.length ? newest[word] : NONE;
    for (int at = changes; at > seen && isKept(entry); at--) {
      entry = previous[at(entry)];
    }
    if (!isKept(entry)) {
      return seen;
    }
    if (!holds.test(value[at(entry)])) {
      return 0;
    }
    int first = seen;
    while (first > 0 && seen - first < MOST_STEPS) {
      entry = previous[at(entry)];
      if (!isKept(entry) || !holds.test(value[at(entry)])) {
        return first;
      }
      first--;
    }
    return first;
  }
}
