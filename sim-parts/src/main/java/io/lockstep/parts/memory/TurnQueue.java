// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

/** A FIFO queue without duplicates. It is empty whenever no event is being processed. */
final class TurnQueue {
  static final int NONE = -1;

  private final int[] ring;
  private final byte[] isIn;
  private int head;
  private int size;

  TurnQueue(int numbers) {
    ring = new int[numbers];
    isIn = new byte[numbers];
  }

  void add(int number) {
    if (isIn[number] == 0) {
      isIn[number] = 1;
      int at = head + size++;
      ring[at >= ring.length ? at - ring.length : at] = number;
    }
  }

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
