// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.util.ArrayList;
import java.util.List;

/** The sinks of a simulation. The thread that runs a partition may request room in its ring. */
final class Sinks {
  private final Partitions partitions;
  private final List<EventSink> polled = new ArrayList<>();
  private final List<SinkHelper> helpers = new ArrayList<>();

  Sinks(Partitions partitions) {
    this.partitions = partitions;
  }

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

  void watch(Partition partition) {
    for (EventSink sink : polled) {
      partition.ring().attach(sink);
    }
    for (SinkHelper helper : helpers) {
      helper.add(partition);
    }
  }

  boolean arePolled() {
    return !polled.isEmpty();
  }

  /** Passes executed events of the partitions below an id to the polled sinks, in order. */
  void poll(int end) {
    for (int i = 0; i < end; i++) {
      partitions.get(i).poll();
    }
  }

  /** Wakes sleeping helpers, on behalf of a thread whose ring is full. */
  void callHelpers() {
    for (int i = 0; i < helpers.size(); i++) {
      helpers.get(i).parking.call();
    }
  }

  void addThreads(List<Thread> threads) {
    helpers.forEach(helper -> helper.addThread(threads));
  }

  void begin() {
    helpers.forEach(SinkHelper::begin);
  }

  /** Throws the exception of a helper's sink, if any, at the end of a window. */
  void windowOver() {
    for (int i = 0; i < helpers.size(); i++) {
      helpers.get(i).check();
    }
  }

  /** Waits until helpers have seen everything; throws the exceptions of their sinks. */
  void drain() {
    helpers.forEach(SinkHelper::drain);
  }

  void end() {
    helpers.forEach(SinkHelper::end);
  }

  /** Ends the helpers' threads after they have seen all executed events. */
  void close() {
    helpers.forEach(SinkHelper::close);
  }
}
