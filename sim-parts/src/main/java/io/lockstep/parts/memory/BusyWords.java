package io.lockstep.parts.memory;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;

/**
 * Words of memory on which atomic operations are booked, each with the tick of the end of the last
 * one: a hash table with open addressing. Words that are free again are dropped when the table is
 * half full, so that its size depends on how many are busy at once. Not thread-safe.
 */
final class BusyWords implements Stateful {
  private static final int SMALLEST = 64; // entries, a power of two
  private static final int WORD_SHIFT = 2;

  private long[] word = new long[SMALLEST]; // its number and 1; 0: nothing
  private long[] until = new long[SMALLEST];
  private int[] operations = new int[SMALLEST]; // since it was free
  private int size;

  /**
   * {@return the tick from which on no operation is booked on the word of an address; 0 if none
   * was}
   */
  long until(long address) {
    return until[place(address)];
  }

  /**
   * Books operations on the word of an address until a tick.
   *
   * @return the operations that were booked on the word since it was free
   */
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

  /** Where a word lies, or the empty place where it would. */
  private int place(long address) {
    long sought = (address >>> WORD_SHIFT) + 1;
    int mask = word.length - 1;
    int at = (int) (sought * 0x9E3779B97F4A7C15L >>> 40) & mask;
    while (word[at] != 0 && word[at] != sought) {
      at = at + 1 & mask;
    }
    return at;
  }

  /** Drops the words that are free; grows where more than a quarter of the table is busy. */
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
