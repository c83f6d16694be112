package io.lockstep.core.engine;

import java.util.List;

/**
 * Runs all partitions up to a common tick, a window: on the caller's thread, or with a {@link
 * WindowCrew} where that is worth a meeting of threads.
 *
 * <p>It changes no result which of the two: partitions do not see each other within a window, and
 * sinks see lower partitions' events first either way. Not thread-safe, but for {@link #makeRoom}.
 */
final class WindowRunner implements Surroundings.RoomMaker {
  /**
   * Nanoseconds that partitions beside the busiest must be expected to cost for helpers to be
   * called: a meeting of threads costs one or two microseconds, caches included.
   */
  private static final long WORTH_HELP = 4_000;

  /** Every so many windows, a power of two, what partitions cost is measured anew. */
  private static final long MEASURED = 16;

  private final Partitions partitions;
  private final Sinks sinks;
  private final WindowCrew crew; // null where the caller runs all partitions
  private final long worthHelp;
  private Partition[] busy = {};
  private long window; // counts what is run between two meetings of the partitions
  private boolean crewed;

  /**
   * @param threads that run partitions, the caller's included
   * @param always whether helpers are called even if they are not worth it
   */
  WindowRunner(Partitions partitions, Sinks sinks, int threads, boolean always) {
    this.partitions = partitions;
    this.sinks = sinks;
    this.crew = threads > 1 ? new WindowCrew(threads - 1) : null;
    this.worthHelp = always ? 0 : WORTH_HELP;
  }

  /** The number of the last window, counted from 1. */
  long window() {
    return window;
  }

  /**
   * Runs all partitions up to a tick; those that have run to here already do nothing. Throws what
   * the lowest partition's handlers have thrown, and what sinks have thrown.
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

  /** Throws what the lowest of the first partitions has thrown. */
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
   * Lets sinks read until a partition's ring has room: called by the thread that runs it. Sinks see
   * lower partitions' events of the window first, so these must have been run to its end. That is
   * waited for; see {@link WindowCrew} for why it ends.
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

  /** Adds the threads that run partitions, beside the caller's. */
  void addThreads(List<Thread> threads) {
    if (crew != null) {
      crew.addThreads(threads);
    }
  }

  /** The simulation's run has ended. */
  void end() {
    if (crew != null) {
      crew.end();
    }
  }

  /** Ends the helpers' threads. */
  void close() {
    if (crew != null) {
      crew.close();
    }
  }
}
