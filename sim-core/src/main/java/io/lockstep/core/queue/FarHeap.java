// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.queue;

import java.util.Arrays;

/** A binary heap of events beyond the wheel's window, first in, first out at equal ticks. */
final class FarHeap {
  private long[] ticks = new long[64];
  private long[] orders = new long[64];
  private long[] events = new long[64];
  private int size;
  private long nextOrder;

  int size() {
    return size;
  }

  long firstTick() {
    return size == 0 ? EventQueue.NEVER : ticks[0];
  }

  void add(long tick, long event) {
    if (size == ticks.length) {
      ticks = Arrays.copyOf(ticks, 2 * size);
      orders = Arrays.copyOf(orders, 2 * size);
      events = Arrays.copyOf(events, 2 * size);
    }
    int hole = size++;
    while (hole > 0) { // the new entry is the last of its tick, so ticks suffice
      int parent = (hole - 1) >>> 1;
      if (ticks[parent] <= tick) {
        break;
      }
      move(parent, hole);
      hole = parent;
    }
    put(hole, tick, nextOrder++, event);
  }

  long pop() {
    final long first = events[0];
    int last = --size;
    long tick = ticks[last];
    long order = orders[last];
    int hole = 0;
    for (int child = 1; child < last; child = 2 * hole + 1) {
      if (child + 1 < last && before(ticks[child + 1], orders[child + 1], child)) {
        child++;
      }
      if (!before(ticks[child], orders[child], tick, order)) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    put(hole, tick, order, events[last]);
    if (size == 0) {
      nextOrder = 0;
    }
    return first;
  }

  private boolean before(long tick, long order, int other) {
    return before(tick, order, ticks[other], orders[other]);
  }

  private static boolean before(long tick, long order, long otherTick, long otherOrder) {
    return tick < otherTick || tick == otherTick && order < otherOrder;
  }

  private void move(int from, int to) {
    put(to, ticks[from], orders[from], events[from]);
  }

  private void put(int at, long tick, long order, long event) {
    ticks[at] = tick;
    orders[at] = order;
    events[at] = event;
  }
}
