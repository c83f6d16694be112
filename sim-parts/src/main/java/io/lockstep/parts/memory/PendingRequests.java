// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import java.util.Arrays;

/**
 * Pending requests, fetches or writes, by a number that is reused later. The owner stores three
 * values with each. A request stays open until all parts announced by {@link #await} have arrived.
 * Its words are adjacent, so that an arrival touches one cache line of the host.
 */
final class PendingRequests {
  private static final int WORDS = 4;
  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int READY = 2;
  private static final int OWN = 3; // in the lower half; the number of open parts in the upper half

  private static final long ONE_OPEN = 1L << 32;

  private long[] words = new long[64 * WORDS];
  private int[] free = new int[64];
  private int frees;
  private int used;

  /** Adds a request with one open part, which the caller closes with {@link #arrived}. */
  int add(int own, long first, long second, long ready) {
    int p;
    if (frees > 0) {
      p = free[--frees];
    } else {
      p = used++;
      if (p == free.length) {
        words = Arrays.copyOf(words, 2 * p * WORDS);
        free = Arrays.copyOf(free, 2 * p);
      }
    }
    int at = p * WORDS;
    words[at + FIRST] = first;
    words[at + SECOND] = second;
    words[at + READY] = ready;
    words[at + OWN] = ONE_OPEN | own;
    return p;
  }

  void await(int p) {
    words[p * WORDS + OWN] += ONE_OPEN;
  }

  boolean arrived(int p) {
    return (words[p * WORDS + OWN] -= ONE_OPEN) >>> 32 == 0;
  }

  void notBefore(int p, long tick) {
    if (tick > words[p * WORDS + READY]) {
      words[p * WORDS + READY] = tick;
    }
  }

  /** Returns the owner's third value: the client's port, or the size in bytes. */
  int own(int p) {
    return (int) words[p * WORDS + OWN];
  }

  long first(int p) {
    return words[p * WORDS + FIRST];
  }

  long second(int p) {
    return words[p * WORDS + SECOND];
  }

  /** Returns the tick at which all data that has arrived so far is available. */
  long ready(int p) {
    return words[p * WORDS + READY];
  }

  void remove(int p) {
    free[frees++] = p;
  }

  int size() {
    return used - frees;
  }
}
