package io.lockstep.execute;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The last values of polled words: a ring of bounded size for all words together, in which each
 * entry names the one before it of the same word. Not thread-safe.
 */
final class WordHistory {
  /** Entries that are kept. */
  static final int MOST = 1 << 20;

  /** Changes that a search goes back at most. */
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

  /** A word changes. */
  void change(int word, int before, int after) {
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

  /** A word was changed, and its new value is not known as a whole. */
  void forget(int word) {
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
   * The change since which a word has held values of which something is true.
   *
   * @param changes of the word until now
   * @param seen changes after which it is true; at most {@code changes}
   * @param holds whether it is true of a value
   * @return the number of the first of these changes, 0 if it was true before the launch, and later
   *     ones where not so many values are kept; 0 if it is not true after {@code seen}
   */
  int since(int word, int changes, int seen, IntPredicate holds) {
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
