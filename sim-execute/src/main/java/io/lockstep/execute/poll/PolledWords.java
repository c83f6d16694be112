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

  // By word, side by side, since words are found at random: its address, the group that changed it
  // last, and pairs of its changes and number, and of its watchers and the line of its last change.
  private static final int FIELDS = 4;

  private static final int CHANGER = 1;
  private static final int CHANGES = 2;
  private static final int WATCHERS = 3;
  private long[] fields = new long[32 * FIELDS];
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
      if (address(table[h] - 1) == key) {
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
    if (FIELDS * count == fields.length) {
      fields = Arrays.copyOf(fields, 2 * fields.length);
    }
    fields[FIELDS * count] = at & -BYTES;
    fields[FIELDS * count + CHANGER] = NONE;
    fields[FIELDS * count + CHANGES] = pair(0, NONE);
    insert(count++);
    return count - 1;
  }

  private void insert(int index) {
    int mask = table.length - 1;
    int h = hash(address(index)) & mask;
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

  private static long pair(int first, int second) {
    return (long) first << 32 | second & 0xFFFFFFFFL;
  }

  void change(int index, long group, int atLine) {
    int number = number(index) == NONE ? numbers++ : number(index);
    fields[FIELDS * index + CHANGER] = group;
    fields[FIELDS * index + CHANGES] = pair(version(index) + 1, number);
    fields[FIELDS * index + WATCHERS] = pair(watchers(index), atLine);
  }

  public int version(int index) {
    return (int) (fields[FIELDS * index + CHANGES] >>> 32);
  }

  /** Returns the word's number in the trace, assigned at its first change. */
  public int number(int index) {
    return (int) fields[FIELDS * index + CHANGES];
  }

  /** Returns the group that changed a word last, or -1. */
  public long changer(int index) {
    return fields[FIELDS * index + CHANGER];
  }

  /** Returns the line of the access that changed a word last. */
  public int line(int index) {
    return (int) fields[FIELDS * index + WATCHERS];
  }

  public long address(int index) {
    return fields[FIELDS * index];
  }

  private int watchers(int index) {
    return (int) (fields[FIELDS * index + WATCHERS] >>> 32);
  }

  public void watch(int index) {
    fields[FIELDS * index + WATCHERS] += pair(1, 0);
    watched++;
  }

  public void unwatch(int index) {
    fields[FIELDS * index + WATCHERS] -= pair(1, 0);
    watched--;
  }

  /** Returns whether any fragment waits on any word. */
  public boolean areWatched() {
    return watched > 0;
  }

  boolean isWatched(int index) {
    return watchers(index) > 0;
  }
}
