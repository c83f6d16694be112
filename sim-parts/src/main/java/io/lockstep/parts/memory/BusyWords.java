// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;

/**
 * Words of memory with booked atomic operations: a hash table with open addressing. When it is half
 * full, idle words are dropped, so that the size of the table depends on the number of busy words.
 */
final class BusyWords implements Stateful {
  private static final int SMALLEST = 64; // a power of two
  private static final int WORD_SHIFT = 2;

  private long[] word = new long[SMALLEST]; // word number plus one; 0 for a free entry
  private long[] until = new long[SMALLEST];
  private int[] operations = new int[SMALLEST]; // by entry: operations since the word was idle
  private int size;

  /** Returns the end of the last operation on an address's word; 0 if there was none. */
  long until(long address) {
    return until[place(address)];
  }

  /** Books operations on a word; returns the number of operations since it was idle. */
  int book(long address, long now, long end, int more) {
    int at = place(address);
    if (word[at] == 0) {
      if (2 * size >= word.length) {
        drop(now);
        at = place(address);
      }
      word[at] = (address >>> WORD_SHIFT) + 1;
      size++;
    }
    operations[at] = until[at] > now ? operations[at] + more : more;
    until[at] = end;
    return operations[at];
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

  /** Drops idle words; doubles the table if more than a quarter of it is busy. */
  private void drop(long now) {
    int busy = 0;
    for (long end : until) {
      busy += end > now ? 1 : 0;
    }
    int length = 4 * busy > word.length ? 2 * word.length : word.length;
    long[] words = word;
    long[] ends = until;
    int[] counts = operations;
    word = new long[length];
    until = new long[length];
    operations = new int[length];
    size = 0;
    for (int i = 0; i < words.length; i++) {
      if (ends[i] > now) {
        book(words[i] - 1 << WORD_SHIFT, now, ends[i], counts[i]);
      }
    }
  }

  @Override
  public void save(StateWriter out) {
    out.writeLongs(word);
    out.writeLongs(until);
    out.writeInts(operations);
    out.writeInt(size);
  }

  @Override
  public void load(StateReader in) {
    word = in.readLongs();
    until = in.readLongs();
    operations = in.readInts();
    size = in.readInt();
  }
}
