// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import com.lmax.disruptor.Sequence;
import java.util.Arrays;

/**
 * The thread of one sink: reads the dispatch rings window by window and, within a window, by
 * partition, so that the sink sees the same order as on the simulation's thread.
 *
 * <p>Its position in each ring is one of the ring's gates, so unread events are not overwritten.
 * After a failure it reads on without calling the sink, so that no thread waits forever; the
 * simulation's caller receives the exception.
 */
final class SinkHelper extends Helper {
  private final EventSink sink;
  private Partition[] partitions = {};
  private Sequence[] positions = {};
  private EventBatch[] views = {};
  private long window; // number of the window being read
  private int at; // index of the partition being read
  private volatile RuntimeException failure;

  SinkHelper(EventSink sink, int number, long nextWindow) {
    super("lockstep-sink-" + number);
    this.sink = sink;
    this.window = nextWindow;
  }

  void add(Partition partition) {
    int n = partitions.length;
    partitions = Arrays.copyOf(partitions, n + 1);
    positions = Arrays.copyOf(positions, n + 1);
    views = Arrays.copyOf(views, n + 1);
    partitions[n] = partition;
    positions[n] = partition.ring().newGate();
    views[n] = partition.ring().newView();
  }

  @Override
  boolean hasWork() {
    int i = at;
    return partitions[i].ring().executed() > positions[i].get()
        || partitions[i].finished() >= window;
  }

  @Override
  void work() {
    while (hasWork()) {
      Partition partition = partitions[at];
      boolean over =
          partition.finished() >= window; // read before the ring, which then has the whole window
      boolean beyond = read(partition, at);
      if (over || beyond) {
        at++;
        if (at == partitions.length) {
          at = 0;
          window++;
        }
      } else {
        return;
      }
    }
  }

  /** Continues to read a ring; returns whether a later window begins at the new position. */
  private boolean read(Partition partition, int i) {
    try {
      return partition.ring().read(partition.kinds(), positions[i], views[i], sink(), window);
    } catch (RuntimeException | Error e) {
      failure =
          e instanceof RuntimeException r ? r : new EngineException("a sink has failed: " + e, e);
      return false;
    }
  }

  private EventSink sink() {
    return failure == null ? sink : (tick, kind, batch) -> {};
  }

  void drain() {
    for (int i = 0; !seenAll(); i++) {
      parking.call();
      Parking.pause(i);
    }
    check();
  }

  private boolean seenAll() {
    for (int i = 0; i < partitions.length; i++) {
      if (positions[i].get() < partitions[i].ring().executed()) {
        return false;
      }
    }
    return true;
  }

  void check() {
    if (failure != null) {
      throw failure;
    }
  }
}
