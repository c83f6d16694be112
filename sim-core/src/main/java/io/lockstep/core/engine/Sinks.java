package io.lockstep.core.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * The sinks of a simulation: those that its own thread lets read, and those with a {@link
 * SinkHelper} each. Not thread-safe, except that the thread that runs a partition may request room
 * in its ring.
 */
final class Sinks {
  private final Partitions partitions;
  private final List<EventSink> polled = new ArrayList<>();
  private final List<SinkHelper> helpers = new ArrayList<>();

  Sinks(Partitions partitions) {
    this.partitions = partitions;
  }

  /**
   * Adds a sink to all partitions; between runs.
   *
   * @param nextWindow the first window that it sees
   */
  void attach(EventSink sink, SinkThread thread, long nextWindow) {
    if (thread == SinkThread.SAME) {
      polled.add(sink);
      for (Partition partition : partitions.all()) {
        partition.ring().attach(sink);
      }
    } else {
      SinkHelper helper = new SinkHelper(sink, helpers.size(), nextWindow);
      helpers.add(helper);
      for (Partition partition : partitions.all()) {
        helper.add(partition);
      }
    }
  }

  /** Lets all sinks see a new partition. */
  void watch(Partition partition) {
    for (EventSink sink : polled) {
      partition.ring().attach(sink);
    }
    for (SinkHelper helper : helpers) {
      helper.add(partition);
    }
  }

  /** Whether any sink has to be polled. */
  boolean arePolled() {
    return !polled.isEmpty();
  }

  /** Lets polled sinks see what partitions below an id have executed, in their order. */
  void poll(int end) {
    for (int i = 0; i < end; i++) {
      partitions.get(i).poll();
    }
  }

  /** Wakes helpers that sleep, for one whose ring they keep full. */
  void callHelpers() {
    for (int i = 0; i < helpers.size(); i++) {
      helpers.get(i).parking.call();
    }
  }

  void addThreads(List<Thread> threads) {
    helpers.forEach(helper -> helper.addThread(threads));
  }

  /** A run begins. */
  void begin() {
    helpers.forEach(SinkHelper::begin);
  }

  /** A window is over; throws what a helper's sink has thrown. */
  void windowOver() {
    for (int i = 0; i < helpers.size(); i++) {
      helpers.get(i).check();
    }
  }

  /** Waits until helpers have seen everything; throws what their sinks have thrown. */
  void drain() {
    helpers.forEach(SinkHelper::drain);
  }

  /** A run has ended. */
  void end() {
    helpers.forEach(SinkHelper::end);
  }

  /** Ends the helpers' threads after they have seen what was executed. */
  void close() {
    helpers.forEach(SinkHelper::close);
  }
}
