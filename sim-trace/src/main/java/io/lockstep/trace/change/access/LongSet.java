// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import java.util.Arrays;
import java.util.function.LongPredicate;

/** A set of numbers in order of insertion. Clearing the set keeps its memory. */
public final class LongSet {
  private static final int LEAST = 64;

  private int[] table = new int[2 * LEAST]; // order of an element + 1, or 0
  private long[] elements = new long[LEAST];
  private int size;

  /** Adds a number; returns its index in the order of insertion. */
  public int add(long value) {
    int at = find(value);
    if (table[at] == 0) {
      if (size == elements.length) {
        grow();
        at = find(value);
      }
      elements[size++] = value;
      table[at] = size;
    }
    return table[at] - 1;
  }

  /** Returns the index of a number in the order of insertion; -1 if it is absent. */
  public int order(long value) {
    return table[find(value)] - 1;
  }

  public int size() {
    return size;
  }

  void clear() {
    if (size > 0) {
      Arrays.fill(table, 0);
      size = 0;
    }
  }

  /** Returns whether no element satisfies a condition; elements are tested in insertion order. */
  public boolean none(LongPredicate condition) {
    for (int i = 0; i < size; i++) {
      if (condition.test(elements[i])) {
        return false;
      }
    }
    return true;
  }

  long[] sorted() {
    long[] all = Arrays.copyOf(elements, size);
    Arrays.sort(all);
    return all;
  }

  private int find(long value) {
    long hash = value * 0x9E3779B97F4A7C15L;
    int at = (int) (hash >>> 32) & table.length - 1;
    while (table[at] != 0 && elements[table[at] - 1] != value) {
      at = at + 1 & table.length - 1;
    }
    return at;
  }

  private void grow() {
    elements = Arrays.copyOf(elements, 2 * size);
    table = new int[4 * size];
    for (int i = 0; i < size; i++) {
      table[find(elements[i])] = i + 1;
    }
  }
}
