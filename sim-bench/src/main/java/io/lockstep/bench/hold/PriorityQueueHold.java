// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench.hold;

import java.util.PriorityQueue;

/** The hold model on {@link java.util.PriorityQueue} with a new object per event. */
public final class PriorityQueueHold {
  private static final class Event implements Comparable<Event> {
    final long time;
    final long order;
    final int component;
    final int argument;

    Event(long time, long order, int component, int argument) {
      this.time = time;
      this.order = order;
      this.component = component;
      this.argument = argument;
    }

    @Override
    public int compareTo(Event other) {
      return time != other.time
          ? Long.compare(time, other.time)
          : Long.compare(order, other.order); // first in, first out
    }
  }

  private final PriorityQueue<Event> queue;
  private final int[] increments;
  private int next;
  private long order;

  /** Sum of the arguments of all removed events, which prevents dead-code elimination. */
  public long sum;

  public PriorityQueueHold(int[] increments, int pending) {
    this.increments = increments;
    queue = new PriorityQueue<>(pending);
    for (int i = 0; i < pending; i++) {
      add(0, i, i);
    }
  }

  private void add(long time, int component, int argument) {
    queue.add(
        new Event(time + increments[next++ & increments.length - 1], order++, component, argument));
  }

  public long run(long events) {
    for (long i = 0; i < events; i++) {
      Event event = queue.poll();
      sum += event.argument;
      add(event.time, event.component, event.argument + 1);
    }
    return events;
  }
}
