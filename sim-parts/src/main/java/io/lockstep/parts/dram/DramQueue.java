// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import java.util.Arrays;

/**
 * Waiting requests of a DRAM channel in order of arrival. A request takes two words: row; size,
 * bank and reference. The oldest is at {@code first}, and its removal moves no others.
 */
final class DramQueue {
  private static final int BANK_SHIFT = 32;
  private static final int BYTES_SHIFT = 44;

  private long[] words;
  private int first;
  private int size;

  long bypassed; // picks since the oldest was last chosen
  long passed; // picks of the channel's other queue since then

  DramQueue(int capacity) {
    words = new long[4 * capacity];
  }

  int size() {
    return size;
  }

  /** Appends a request; the bank must be below 4,096, the size below a mebibyte. */
  void add(int bank, long row, int bytes, int reference) {
    int end = 2 * (first + size);
    if (end == words.length) {
      if (2 * size > words.length / 4) {
        words = Arrays.copyOf(words, 2 * words.length);
      }
      System.arraycopy(words, 2 * first, words, 0, 2 * size);
      first = 0;
      end = 2 * size;
    }
    words[end] = row;
    words[end + 1] =
        (long) bytes << BYTES_SHIFT | (long) bank << BANK_SHIFT | reference & 0xFFFFFFFFL;
    size++;
  }

  long row(int i) {
    return words[2 * (first + i)];
  }

  int bank(int i) {
    return (int) (words[2 * (first + i) + 1] >>> BANK_SHIFT) & 0xFFF;
  }

  int bytes(int i) {
    return (int) (words[2 * (first + i) + 1] >>> BYTES_SHIFT);
  }

  int reference(int i) {
    return (int) words[2 * (first + i) + 1];
  }

  /** Returns the oldest request to an open row, or -1. A hot loop of the simulation. */
  int oldestTo(long[] openRow) {
    long[] all = words;
    int end = 2 * (first + size);
    for (int k = 2 * first; k < end; k += 2) {
      if (openRow[(int) (all[k + 1] >>> BANK_SHIFT) & 0xFFF] == all[k]) {
        return (k >> 1) - first;
      }
    }
    return -1;
  }

  /** Removes a request; moves older requests, which are usually fewer than younger ones. */
  void remove(int i) {
    for (int k = 2 * (first + i) + 1; k > 2 * first + 1; k--) {
      words[k] = words[k - 2];
    }
    first++;
    if (--size == 0) {
      first = 0;
    }
  }
}
