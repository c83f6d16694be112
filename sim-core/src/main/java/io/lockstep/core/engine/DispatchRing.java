package io.lockstep.core.engine;

import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SingleProducerSequencer;
import com.lmax.disruptor.SleepingWaitStrategy;
import java.util.Arrays;

/**
 * The ring that every due event of a partition passes once, in final order.
 *
 * <p>Primitive slots; the Disruptor's single-producer sequencer says which are free. The simulation
 * is the first consumer: its own sequence advances per slice, so a tick may hold more events than
 * the ring, and sinks read only what the simulation has executed. Sinks of the same thread are
 * polled when the ring runs full and when a window ends; sinks of other threads read when they
 * like, and find the number of each window in the slot before its first event.
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
  private long[] ticks = {}; // of each slot, for sinks; ~window where a window begins
  private long[] meanings = {}; // of each slot whose kind's arguments have one, for sinks
  private boolean marked;

  private record SinkCursor(EventSink sink, Sequence position) {}

  /**
   * With assertions on, the sequencer keeps every ring ever made in a static map and insists on one
   * producing thread for each; a partition may be run by another thread in each window, so its
   * assertions are switched off, before it is initialised.
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

  /** Adds a sink that is polled. */
  void attach(EventSink sink) {
    SinkCursor[] more = Arrays.copyOf(sinks, sinks.length + 1);
    more[sinks.length] = new SinkCursor(sink, newPosition());
    sinks = more;
  }

  /** Position of a sink that reads on a thread of its own; beginnings of windows are marked. */
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

  /** Whether any sink reads. */
  boolean hasSinks() {
    return ticks.length > 0;
  }

  /** Whether there is room for so many more slots. */
  boolean hasRoom(int count) {
    return sequencer.hasAvailableCapacity(count);
  }

  /** The last sequence whose handler has run. */
  long executed() {
    return executed.get();
  }

  /** The last executed events that are still there, the newest first. */
  long[] recent() {
    long high = executed.get();
    int count = 0;
    long[] found = new long[slots.length];
    for (long s = high; s >= 0 && s > high - slots.length; s--) {
      if (ticks.length == 0 || ticks[slot(s)] >= 0) { // no mark of a window
        found[count++] = slots[slot(s)];
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** Whether beginnings of windows are marked. */
  boolean isMarked() {
    return marked;
  }

  /** Marks the beginning of a window; there must be room. */
  void mark(long window) {
    long sequence = sequencer.next();
    ticks[(int) sequence & mask] = ~window;
    sequencer.publish(sequence);
    executed.set(sequence);
  }

  /**
   * Publishes the next count events of the queue's current kind; answers their last sequence. Where
   * sinks read there must be room.
   */
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

  /** Keeps what the arguments of a slice mean before its handler runs, for sinks. */
  void keepMeanings(EventKind kind, EventBatch slice, long low) {
    meanings = meanings.length == 0 ? new long[slots.length] : meanings;
    for (int i = 0; i < slice.size(); i++) {
      meanings[slot(low + i)] = kind.meaning.of(slice.component(i), slice.argument(i));
    }
  }

  /** The slot of a sequence. */
  int slot(long sequence) {
    return (int) sequence & mask;
  }

  /** Tells the sinks that everything up to a sequence has been executed. */
  void executed(long sequence) {
    executed.set(sequence);
  }

  /** Lets every polled sink see all that has been executed. */
  void poll(EventKind[] kinds) {
    for (SinkCursor cursor : sinks) {
      read(kinds, cursor.position, view, cursor.sink, Long.MAX_VALUE);
    }
  }

  /**
   * Lets a sink see what has been executed, up to the end of a window.
   *
   * @return whether a later window begins at its new position
   */
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
