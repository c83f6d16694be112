package io.lockstep.parts.memory;

/**
 * Small numbers that wait for their turn, each at most once, in the order they came. Allocates
 * nothing while it works; empty between events, so that nothing is saved. Not thread-safe.
 */
final class TurnQueue {
  /** Nothing waits. */
  static final int NONE = -1;

  private final int[] ring;
  private final byte[] isIn;
  private int head;
  private int size;

  TurnQueue(int numbers) {
    ring = new int[numbers];
    isIn = new byte[numbers];
  }

  /** Adds a number behind the others, unless it waits already. */
  void add(int number) {
    if (isIn[number] == 0) {
      isIn[number] = 1;
      int at = head + size++;
      ring[at >= ring.length ? at - ring.length : at] = number;
    }
  }

  /** Takes the number that has waited longest, or {@link #NONE}. */
  int take() {
    if (size == 0) {
      return NONE;
    }
    int number = ring[head];
    head = head + 1 == ring.length ? 0 : head + 1;
    size--;
    isIn[number] = 0;
    return number;
  }
}
