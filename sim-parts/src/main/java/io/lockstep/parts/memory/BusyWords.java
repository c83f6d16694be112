// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

/**
 * Words of memory with booked or waiting atomic operations: a hash table with open addressing. When
 * it is half full, other words are dropped, so that the size of the table depends on the number of
 * words in use.
 */
final class BusyWords {
  private static final int SMALLEST = 64; // a power of two
  private static final int WORD_SHIFT = 2;

  private long[] word = new long[SMALLEST]; // word number plus one; 0 for a free entry
  private long[] until = new long[SMALLEST];
  private int[] operations = new int[SMALLEST]; // by entry: operations since the word was idle
  private int[] awaited = new int[SMALLEST]; // by entry: requests that wait for the word
  private int size;

  /** Returns the end of the last operation on an address's word; 0 if there was none. */
  long until(long address) {
    return until[place(address)];
  }

  /** Whether requests wait for an address's word. */
  boolean isAwaited(long address) {
    return awaited[place(address)] > 0;
  }

  /** Adds to the number of requests that wait for an address's word. */
  void await(long address, long now, int more) {
    int at = entry(address, now); // may replace the arrays
    awaited[at] += more;
  }

  /** Books operations on a word; returns the number of operations since it was idle. */
  int book(long address, long now, long end, int more) {
    int at = entry(address, now);
    operations[at] = until[at] > now ? operations[at] + more : more;
    until[at] = end;
    return operations[at];
  }

  /** Returns the entry of an address's word, which it gets if it has none. */
  private int entry(long address, long now) {
    int at = place(address);
    if (word[at] == 0) {
      if (2 * size >= word.length) {
        drop(now);
        at = place(address);
      }
      word[at] = (address >>> WORD_SHIFT) + 1;
      size++;
    }
    return at;
  }

  /** Returns the entry of an address's word, or the free entry for it. */
  private int place(long address) {
    long sought = (address >>> WORD_SHIFT) + 1;
    int mask = word.length - 1;
    int at = (int) (sought * 0x9E3779B97F4A7C15L >>> 40) & mask;
    while (word[at] != 0 && word[at] != sought) {
      at = at + 1 & mask;
    }
    return at;
  }

  /** Drops words not in use; doubles the table if more than a quarter of it is in use. */
  private void drop(long now) {
    int used = 0;
    for (int i = 0; i < word.length; i++) {
      used += isUsed(i, now) ? 1 : 0;
    }
    int length = 4 * used > word.length ? 2 * word.length : word.length;
    BusyWords old = new BusyWords();
    old.word = word;
    old.until = until;
    old.operations = operations;
    old.awaited = awaited;
    word = new long[length];
    until = new long[length];
    operations = new int[length];
    awaited = new int[length];
    size = 0;
    for (int i = 0; i < old.word.length; i++) {
      if (old.isUsed(i, now)) {
        int at = entry(old.word[i] - 1 << WORD_SHIFT, now);
        until[at] = old.until[i];
        operations[at] = old.operations[i];
        awaited[at] = old.awaited[i];
      }
    }
  }

  private boolean isUsed(int entry, long now) {
    return until[entry] > now || awaited[entry] > 0;
  }
}
