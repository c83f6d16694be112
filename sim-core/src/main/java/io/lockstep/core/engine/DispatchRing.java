package io.lockstep.core.engine;

import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SingleProducerSequencer;
import com.lmax.disruptor.SleepingWaitStrategy;

/**
 * The ring that every due event of a partition passes once, in final order.
 *
 * <p>Primitive slots; the Disruptor's single-producer sequencer says which are free. The simulation
 * is the first consumer: its own sequence advances per slice, so a tick may hold more events than
 * the ring, and sinks read only what the simulation has executed. Sinks are polled on the same
 * thread: when the ring runs full, and at the end of a run.
 */
final class DispatchRing {
  private final long[] slots;
  private final int mask;
  private final SingleProducerSequencer sequencer;
  private final Sequence executed = new Sequence();
  private final EventBatch view;
  private SinkCursor[] sinks = {};
  private long[] ticks = {};

  private static final class SinkCursor {
    final EventSink sink;
    final Sequence position;

    SinkCursor(EventSink sink, long position) {
      this.sink = sink;
      this.position = new Sequence(position);
    }
  }

  DispatchRing(int size) {
    slots = new long[size];
    mask = size - 1;
    sequencer = new SingleProducerSequencer(size, new SleepingWaitStrategy());
    sequencer.addGatingSequences(executed);
    view = new EventBatch(slots);
  }

  int size() {
    return slots.length;
  }

  EventBatch newView() {
    return new EventBatch(slots);
  }

  void attach(EventSink sink) {
    SinkCursor cursor = new SinkCursor(sink, executed.get());
    SinkCursor[] more = new SinkCursor[sinks.length + 1];
    System.arraycopy(sinks, 0, more, 0, sinks.length);
    more[sinks.length] = cursor;
    sinks = more;
    ticks = ticks.length == 0 ? new long[slots.length] : ticks;
    sequencer.addGatingSequences(cursor.position);
  }

  /** Publishes the next count events of the queue's current kind; answers their last sequence. */
  long publish(EventQueue queue, long tick, int count, EventKind[] kinds) {
    if (sinks.length > 0 && !sequencer.hasAvailableCapacity(count)) {
      poll(kinds);
    }
    long high = sequencer.next(count);
    long low = high - count + 1;
    int at = (int) low & mask;
    int untilEnd = slots.length - at;
    if (count <= untilEnd) {
      queue.take(slots, at, count);
    } else {
      queue.take(slots, at, untilEnd);
      queue.take(slots, 0, count - untilEnd);
    }
    if (sinks.length > 0) {
      for (long s = low; s <= high; s++) {
        ticks[(int) s & mask] = tick;
      }
    }
    sequencer.publish(low, high);
    return high;
  }

  /** The slot of a sequence. */
  int slot(long sequence) {
    return (int) sequence & mask;
  }

  /** Tells the sinks that everything up to a sequence has been executed. */
  void executed(long sequence) {
    executed.set(sequence);
  }

  /** Lets every sink see all that has been executed. */
  void poll(EventKind[] kinds) {
    for (SinkCursor cursor : sinks) {
      long high = executed.get();
      long low = cursor.position.get() + 1;
      while (low <= high) {
        int first = slot(low);
        long tick = ticks[first];
        int kind = Event.kind(slots[first]);
        long end = low + 1;
        while (end <= high && ticks[slot(end)] == tick && Event.kind(slots[slot(end)]) == kind) {
          end++;
        }
        EventKind named = kinds[kind];
        int[] receivers = named.core ? named.partition.simulation().portComponents(named) : null;
        cursor.sink.onEvents(tick, named, view.over(first, (int) (end - low), receivers));
        low = end;
      }
      cursor.position.set(high);
    }
  }
}
