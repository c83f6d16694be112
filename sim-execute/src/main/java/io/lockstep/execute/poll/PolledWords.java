// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.poll;

import io.lockstep.kernel.ir.Address;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The 4-byte words of device memory that groups of a launch may wait on, with the number of changes
 * of each and the group that changed it last. Only words of polled buffers are included, once they
 * are changed or waited on.
 */
public final class PolledWords {
  public static final int BYTES = 4;

  private static final int NONE = -1;

  private final BitSet buffers = new BitSet();
  private boolean all;
  private int[] table = new int[64]; // index + 1 of each word, by hash
  private long[] address = new long[32];
  private int[] version = new int[32];
  private int[] number = new int[32];
  private int[] watchers = new int[32];
  private long[] changer = new long[32];
  private int[] line = new int[32];
  private int count;
  private int numbers;
  private int watched;

  /** Tracks changes of all buffers from now on. */
  void trackAll() {
    all = true;
  }

  public void track(int buffer) {
    if (buffer >= 0) {
      buffers.set(buffer);
    }
  }

  /** Returns whether changes of an address's buffer are tracked. */
  public boolean isTracked(long at) {
    int buffer = Address.buffer(at);
    return buffer >= 0 && (all || buffers.get(buffer));
  }

  /** Returns the index of the word that contains a byte, or -1 if the word has none yet. */
  public int find(long at) {
    long key = at & -BYTES;
    int mask = table.length - 1;
    for (int h = hash(key) & mask; table[h] != 0; h = h + 1 & mask) {
      if (address[table[h] - 1] == key) {
        return table[h] - 1;
      }
    }
    return NONE;
  }

  /** Returns the index of the word that contains a byte; assigns one if there is none. */
  public int index(long at) {
    int found = find(at);
    if (found != NONE) {
      return found;
    }
    if (2 * count >= table.length) {
      grow();
    }
    if (count == address.length) {
      address = Arrays.copyOf(address, 2 * count);
      version = Arrays.copyOf(version, 2 * count);
      number = Arrays.copyOf(number, 2 * count);
      watchers = Arrays.copyOf(watchers, 2 * count);
      changer = Arrays.copyOf(changer, 2 * count);
      line = Arrays.copyOf(line, 2 * count);
    }
    address[count] = at & -BYTES;
    number[count] = NONE;
    changer[count] = NONE;
    insert(count++);
    return count - 1;
  }

  private void insert(int index) {
    int mask = table.length - 1;
    int h = hash(address[index]) & mask;
    while (table[h] != 0) {
      h = h + 1 & mask;
    }
    table[h] = index + 1;
  }

  private void grow() {
    table = new int[2 * table.length];
    for (int i = 0; i < count; i++) {
      insert(i);
    }
  }

  private static int hash(long key) {
    long h = key * 0x9E3779B97F4A7C15L;
    return (int) (h >>> 32);
  }

  void change(int index, long group, int atLine) {
    if (number[index] == NONE) {
      number[index] = numbers++;
    }
    version[index]++;
    changer[index] = group;
    line[index] = atLine;
  }

  public int version(int index) {
    return version[index];
  }

  /** Returns the word's number in the trace, assigned at its first change. */
  public int number(int index) {
    return number[index];
  }

  /** Returns the group that changed a word last, or -1. */
  public long changer(int index) {
    return changer[index];
  }

  /** Returns the line of the access that changed a word last. */
  public int line(int index) {
    return line[index];
  }

  public long address(int index) {
    return address[index];
  }

  public void watch(int index) {
    watchers[index]++;
    watched++;
  }

  public void unwatch(int index) {
    watchers[index]--;
    watched--;
  }

  /** Returns whether any fragment waits on any word. */
  public boolean areWatched() {
    return watched > 0;
  }

  boolean isWatched(int index) {
    return watchers[index] > 0;
  }
}
