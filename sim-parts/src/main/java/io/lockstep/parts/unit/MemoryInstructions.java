package io.lockstep.parts.unit;

import io.lockstep.parts.state.SavedPart;

/**
 * Memory instructions under way, by token: whose each is, how many parts it waits for, when the
 * last of its data is there. An instruction is complete when it has ended and nothing is open. Not
 * thread-safe.
 */
final class MemoryInstructions extends SavedPart {
  private static final int WORDS = 2; // of an instruction, side by side in the host's caches
  private static final int LATEST = 0; // when the last of its data is there
  private static final int OPEN = 1; // what is open; above that whether it has ended, its owner

  private static final long OPENS = (1L << 24) - 1;
  private static final long ENDED = 1L << 24;
  private static final int OWNER_SHIFT = 32;

  private final long[] words;
  private final int[] free; // and behind the last token how many there are
  private final int capacity;

  MemoryInstructions(int tokens) {
    capacity = tokens;
    words = state.keep(new long[tokens * WORDS]);
    free = state.keep(new int[tokens + 1]);
    for (int i = tokens - 1; i >= 0; i--) {
      free[free[capacity]++] = i;
    }
  }

  /** Whether one more may begin. */
  boolean hasRoom() {
    return free[capacity] > 0;
  }

  /** Instructions under way. */
  int size() {
    return capacity - free[capacity];
  }

  /** Instructions that may be under way at once. */
  int capacity() {
    return capacity;
  }

  /** Begins an instruction and answers its token. */
  int begin(int owner) {
    int token = free[--free[capacity]];
    words[token * WORDS + LATEST] = 0;
    words[token * WORDS + OPEN] = (long) owner << OWNER_SHIFT;
    return token;
  }

  /** It waits for one more part. */
  void open(int token) {
    words[token * WORDS + OPEN]++;
  }

  /** It waits for one part less; answers whether it is complete. */
  boolean close(int token) {
    return (--words[token * WORDS + OPEN] & (OPENS | ENDED)) == ENDED;
  }

  /** Nothing is added any more; answers whether it is complete. */
  boolean end(int token) {
    return ((words[token * WORDS + OPEN] |= ENDED) & OPENS) == 0;
  }

  /** Its data is not there before a tick. */
  void notBefore(int token, long tick) {
    if (tick > words[token * WORDS + LATEST]) {
      words[token * WORDS + LATEST] = tick;
    }
  }

  /** When the last of its data is there, as far as that is known. */
  long latest(int token) {
    return words[token * WORDS + LATEST];
  }

  /** Whose it is. */
  int owner(int token) {
    return (int) (words[token * WORDS + OPEN] >> OWNER_SHIFT);
  }

  /** Its token is free again; owner and time stay until the next {@link #begin}. */
  void remove(int token) {
    free[free[capacity]++] = token;
  }
}
