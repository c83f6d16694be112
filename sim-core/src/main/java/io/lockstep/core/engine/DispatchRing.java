// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SingleProducerSequencer;
import com.lmax.disruptor.SleepingWaitStrategy;
import io.lockstep.core.queue.Event;
import io.lockstep.core.queue.EventQueue;
import java.util.Arrays;

/**
 * The ring through which every due event of a partition passes once, in final order.
 *
 * <p>The Disruptor's single-producer sequencer manages the primitive slots. The simulation is the
 * first consumer: its sequence advances per slice, so a tick may hold more events than the ring,
 * and sinks read only executed events. Sinks of the same thread are polled when the ring is full
 * and when a window ends; sinks of other threads read at any time, and find each window's number in
 * the slot before its first event.
 */
final class DispatchRing {
  static {
    allowAnyProducer();
  }

  private final long[] slots;
  private final int mask;
  private final SingleProducerSequencer sequencer;
  private final Sequence executed = new Sequence();
  private final EventBatch view;
  private SinkCursor[] sinks = {};
  private long[] ticks = {}; // by slot: tick of the event, or ~window at the mark of a window
  private long[] meanings = {}; // by slot: meaning of the argument, if the kind has meanings
  private boolean marked;

  private record SinkCursor(EventSink sink, Sequence position) {}

  /**
   * Disables the sequencer's assertions, which must happen before its initialization. With
   * assertions it would keep every ring in a static map and require one producer thread, but a
   * partition may run on another thread in each window.
   */
  static void allowAnyProducer() {
    Class<?> sequencers = SingleProducerSequencer.class;
    sequencers.getClassLoader().setClassAssertionStatus(sequencers.getName(), false);
  }

  DispatchRing(int size) {
    slots = new long[size];
    mask = size - 1;
    sequencer = new SingleProducerSequencer(size, new SleepingWaitStrategy());
    sequencer.addGatingSequences(executed);
    view = new EventBatch(slots);
  }

  EventBatch newView() {
    return new EventBatch(slots);
  }

  void attach(EventSink sink) {
    SinkCursor[] more = Arrays.copyOf(sinks, sinks.length + 1);
    more[sinks.length] = new SinkCursor(sink, newPosition());
    sinks = more;
  }

  /** Adds a sink with its own thread and returns its position; beginnings of windows are marked. */
  Sequence newGate() {
    marked = true;
    return newPosition();
  }

  private Sequence newPosition() {
    ticks = ticks.length == 0 ? new long[slots.length] : ticks;
    Sequence position = new Sequence(executed.get());
    sequencer.addGatingSequences(position);
    position.set(executed.get());
    return position;
  }

  boolean hasSinks() {
    return ticks.length > 0;
  }

  boolean hasRoom(int count) {
    return sequencer.hasAvailableCapacity(count);
  }

  long executed() {
    return executed.get();
  }

  /** Returns the executed events that the ring still holds, newest first. */
  long[] recent() {
    long high = executed.get();
    int count = 0;
    long[] found = new long[slots.length];
    for (long s = high; s >= 0 && s > high - slots.length; s--) {
      if (ticks.length == 0 || ticks[slot(s)] >= 0) { // not the mark of a window
        found[count++] = slots[slot(s)];
      }
    }
    return Arrays.copyOf(found, count);
  }

  boolean isMarked() {
    return marked;
  }

  /** Marks the beginning of a window; the ring must have room. */
  void mark(long window) {
    long sequence = sequencer.next();
    ticks[(int) sequence & mask] = ~window;
    sequencer.publish(sequence);
    executed.set(sequence);
  }

  /** Publishes the queue's next events into free slots; returns the last sequence. */
  long publish(EventQueue queue, long tick, int count) {
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
    if (ticks.length > 0) {
      for (long s = low; s <= high; s++) {
        ticks[(int) s & mask] = tick;
      }
    }
    sequencer.publish(low, high);
    return high;
  }

  /** Stores the meanings of a slice's arguments before its handler runs, for sinks. */
  void keepMeanings(EventKind kind, EventBatch slice, long low) {
    meanings = meanings.length == 0 ? new long[slots.length] : meanings;
    for (int i = 0; i < slice.size(); i++) {
      meanings[slot(low + i)] = kind.meaning.of(slice.component(i), slice.argument(i));
    }
  }

  int slot(long sequence) {
    return (int) sequence & mask;
  }

  /** Releases all events up to a sequence to the sinks. */
  void executed(long sequence) {
    executed.set(sequence);
  }

  void poll(EventKind[] kinds) {
    for (SinkCursor cursor : sinks) {
      read(kinds, cursor.position, view, cursor.sink, Long.MAX_VALUE);
    }
  }

  /** Passes a sink its events up to the end of a window; returns whether a later window follows. */
  boolean read(
      EventKind[] kinds, Sequence position, EventBatch at, EventSink sink, long lastWindow) {
    long high = executed.get();
    long low = position.get() + 1;
    while (low <= high) {
      int first = slot(low);
      long tick = ticks[first];
      long end = low + 1;
      if (tick < 0) {
        if (~tick > lastWindow) {
          position.set(low - 1);
          return true;
        }
      } else {
        int kind = Event.kind(slots[first]);
        while (end <= high && ticks[slot(end)] == tick && Event.kind(slots[slot(end)]) == kind) {
          end++;
        }
        EventKind named = kinds[kind];
        at.over(first, (int) (end - low));
        at.meanings(named.meaning == null || meanings.length == 0 ? null : meanings);
        try {
          sink.onEvents(tick, named, at);
        } catch (RuntimeException | Error e) {
          position.set(end - 1);
          throw e;
        }
      }
      low = end;
    }
    position.set(high);
    return false;
  }
}
