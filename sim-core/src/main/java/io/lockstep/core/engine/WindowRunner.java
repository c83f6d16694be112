// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.util.List;

/**
 * Runs all partitions up to a common tick, a window: on the caller's thread, or with a {@link
 * WindowCrew} if that is worth the synchronization.
 *
 * <p>The choice has no effect on results: partitions do not see each other within a window, and
 * sinks always see lower partitions' events first. Not thread-safe, except {@link #makeRoom}.
 */
final class WindowRunner implements Surroundings.RoomMaker {
  // Minimum expected nanoseconds of all partitions but the costliest for which helpers are used:
  // synchronizing the threads costs one or two microseconds, including cache misses.
  private static final long WORTH_HELP = 4_000;

  // Number of windows, a power of two, between measurements of partitions' costs.
  private static final long MEASURED = 16;

  private final Partitions partitions;
  private final Sinks sinks;
  private final WindowCrew crew; // null if the caller runs all partitions
  private final long worthHelp;
  private Partition[] busy = {};
  private long window; // number of the last window
  private boolean crewed;

  WindowRunner(Partitions partitions, Sinks sinks, int threads, boolean always) {
    this.partitions = partitions;
    this.sinks = sinks;
    this.crew = threads > 1 ? new WindowCrew(threads - 1) : null;
    this.worthHelp = always ? 0 : WORTH_HELP;
  }

  long window() {
    return window;
  }

  /**
   * Runs all partitions up to a tick. Throws the exception of the lowest partition that failed, and
   * exceptions of sinks.
   */
  void run(long stop) {
    window++;
    Partition[] all = partitions.all();
    if (busy.length < all.length) {
      busy = new Partition[all.length];
    }
    int count = 0;
    long expected = 0;
    long most = 0;
    for (Partition partition : all) {
      if (partition.nextTick() < stop) {
        busy[count++] = partition;
        expected += partition.cost();
        most = Math.max(most, partition.cost());
      } else {
        partition.skip(window);
      }
    }
    boolean timed = crew != null && (window & MEASURED - 1) == 0;
    crewed =
        crew != null
            && count > 1
            && expected - most >= worthHelp
            && (worthHelp == 0 || crew.isReady(window));
    if (crewed) {
      crew.run(all, busy, count, stop, window, timed);
      crewed = false;
      check(count);
    } else {
      runAlone(count, stop, timed);
    }
    if (sinks.arePolled() && all.length > 1) {
      sinks.poll(all.length);
    }
    sinks.windowOver();
  }

  private void runAlone(int count, long stop, boolean timed) {
    boolean polls = sinks.arePolled() && partitions.count() > 1;
    for (int i = 0; i < count; i++) {
      busy[i].runWindow(stop, window, timed);
      check(i + 1);
      if (polls) {
        busy[i].poll();
      }
    }
  }

  /** Throws the first exception of the first {@code count} busy partitions, if any. */
  private void check(int count) {
    Throwable first = null;
    for (int i = 0; i < count; i++) {
      Throwable failure = busy[i].failure();
      if (first == null) {
        first = failure;
      } else if (failure != null && failure != first) {
        first.addSuppressed(failure);
      }
    }
    if (first instanceof Error error) {
      throw error;
    }
    if (first != null) {
      throw (RuntimeException) first;
    }
  }

  /**
   * Lets sinks read until a partition's ring has room; called by the thread that runs the
   * partition. Sinks see lower partitions' events of the window first, so this waits for their end;
   * see {@link WindowCrew} for why it terminates.
   */
  @Override
  public void makeRoom(int id, int count) {
    Partition partition = partitions.get(id);
    if (sinks.arePolled()) {
      for (int i = 0; crewed && !isTurnOf(partition); i++) {
        Parking.pause(i);
      }
      sinks.poll(partition.id() + 1);
    }
    for (int i = 0; !partition.ring().hasRoom(count); i++) {
      sinks.callHelpers();
      Parking.pause(i);
    }
  }

  private boolean isTurnOf(Partition partition) {
    for (int i = 0; i < partition.id(); i++) {
      if (partitions.get(i).finished() < window) {
        return false;
      }
    }
    return true;
  }

  void addThreads(List<Thread> threads) {
    if (crew != null) {
      crew.addThreads(threads);
    }
  }

  void end() {
    if (crew != null) {
      crew.end();
    }
  }

  void close() {
    if (crew != null) {
      crew.close();
    }
  }
}
