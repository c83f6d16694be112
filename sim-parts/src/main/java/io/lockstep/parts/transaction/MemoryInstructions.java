// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

/** Memory instructions by token, complete when they have ended and have no open part. */
final class MemoryInstructions {
  private static final int WORDS = 2; // per instruction, adjacent in the host's caches
  private static final int LATEST = 0; // tick at which its last data is available
  private static final int OPEN = 1; // number of open parts, ENDED; owner in the upper half

  private static final long OPENS = (1L << 24) - 1;
  private static final long ENDED = 1L << 24;
  private static final int OWNER_SHIFT = 32;

  private final long[] words;
  private final int[] free; // stack of free tokens; its size is the last element
  private final int capacity;

  MemoryInstructions(int tokens) {
    capacity = tokens;
    words = new long[tokens * WORDS];
    free = new int[tokens + 1];
    for (int i = tokens - 1; i >= 0; i--) {
      free[free[capacity]++] = i;
    }
  }

  boolean hasRoom() {
    return free[capacity] > 0;
  }

  int size() {
    return capacity - free[capacity];
  }

  int capacity() {
    return capacity;
  }

  int begin(int owner) {
    int token = free[--free[capacity]];
    words[token * WORDS + LATEST] = 0;
    words[token * WORDS + OPEN] = (long) owner << OWNER_SHIFT;
    return token;
  }

  void open(int token) {
    words[token * WORDS + OPEN]++;
  }

  /** Closes a part; returns whether the instruction is complete. */
  boolean close(int token) {
    return (--words[token * WORDS + OPEN] & (OPENS | ENDED)) == ENDED;
  }

  /** Ends an instruction, to which no part is added any more; returns whether it is complete. */
  boolean end(int token) {
    return ((words[token * WORDS + OPEN] |= ENDED) & OPENS) == 0;
  }

  void notBefore(int token, long tick) {
    if (tick > words[token * WORDS + LATEST]) {
      words[token * WORDS + LATEST] = tick;
    }
  }

  /** Returns the tick at which the last data known so far is available. */
  long latest(int token) {
    return words[token * WORDS + LATEST];
  }

  int owner(int token) {
    return (int) (words[token * WORDS + OPEN] >> OWNER_SHIFT);
  }

  /** Frees a token; its owner and time stay readable until the next {@link #begin}. */
  void remove(int token) {
    free[free[capacity]++] = token;
  }
}
