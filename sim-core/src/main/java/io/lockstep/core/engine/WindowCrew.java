// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import com.lmax.disruptor.Sequence;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The threads that run the partitions of one window: the caller and its helpers.
 *
 * <p>Each partition has a home thread, so that its state stays in one core's cache (moving it costs
 * more than synchronizing the threads); homes are balanced by measured cost. The caller does not
 * wait for a helper that the operating system does not schedule: shortly after its own part, the
 * caller runs partitions that the helper has not begun. If that happens repeatedly, the caller
 * works alone for a while.
 *
 * <p>A thread that runs a partition may wait for lower ones (see {@link WindowRunner#makeRoom}).
 * This cannot deadlock: each thread takes its own partitions in ascending order and the caller
 * takes others only afterwards, so the lowest unfinished partition is running, or a helper is about
 * to take it; and the lowest waits for none.
 *
 * <p>Memory order: the window's plan is written before partitions are armed with the window's
 * number, and read after that number was exchanged, which can only succeed while the window is not
 * over. A partition's state is written before {@link Partition#finished} is set, and read after.
 */
final class WindowCrew {
  // Time for which the caller waits for helpers to begin after its own partitions.
  private static final long GRACE_NANOS = 10_000;

  // Consecutive windows with late helpers after which the caller works alone for a while.
  private static final int MOST_LATE = 4;

  private static final long SHORTEST_PAUSE = 32;
  private static final long LONGEST_PAUSE = 4_096;
  private static final long BALANCED_EVERY = 256;

  private final Sequence current = new Sequence(0); // window that helpers may work on
  private final Hand[] hands;
  private final Parking caller;
  private final BooleanSupplier allFinished = this::allFinished;
  private Partition[] partitions = {};
  private int[] homes = {};
  private Partition[] plan = {};
  private int count;
  private long stop;
  private boolean timed;
  private boolean begun;
  private int late;
  private long pause = SHORTEST_PAUSE;
  private long aloneUntil;
  private long balanceAt;

  private final class Hand extends Helper {
    private final int number;
    private long seen;

    Hand(int number) {
      super("lockstep-partitions-" + number);
      this.number = number;
    }

    @Override
    boolean hasWork() {
      return current.get() != seen;
    }

    @Override
    void work() {
      long window = current.get();
      takeOwn(number, window);
      seen = window;
      caller.callAfter();
    }
  }

  WindowCrew(int helpers) {
    caller = new Parking();
    hands = new Hand[helpers];
    for (int i = 0; i < helpers; i++) {
      hands[i] = new Hand(i + 1);
    }
  }

  boolean isReady(long window) {
    return window >= aloneUntil;
  }

  /**
   * Runs the first {@code active} partitions of {@code busy}, which are sorted by id, up to a tick.
   * Exceptions of handlers are stored in {@link Partition#failure}.
   */
  void run(
      Partition[] all, Partition[] busy, int active, long until, long window, boolean measure) {
    begin(all, window);
    plan = busy;
    count = active;
    stop = until;
    timed = measure;
    for (int i = 0; i < active; i++) {
      busy[i].arm(window);
    }
    current.setVolatile(window);
    for (int i = 0; i < active; i++) {
      int home = homes[busy[i].id()];
      if (home > 0) {
        hands[home - 1].parking.call();
      }
    }
    takeOwn(0, window);
    if (!allFinished()) {
      takeLate(window);
      caller.await(allFinished);
    }
  }

  private void begin(Partition[] all, long window) {
    if (!begun) {
      begun = true;
      if (partitions.length != all.length) {
        partitions = all;
        homes = new int[all.length];
        for (int i = 0; i < homes.length; i++) {
          homes[i] = i % (hands.length + 1);
        }
      }
      for (Hand hand : hands) {
        hand.begin();
      }
    }
    if (window >= balanceAt) {
      balanceAt = window + BALANCED_EVERY;
      balance();
    }
  }

  private void takeOwn(int number, long window) {
    for (int i = 0; i < partitions.length; i++) {
      if (homes[i] == number && partitions[i].take(window)) {
        partitions[i].runWindow(stop, window, timed);
      }
    }
  }

  /** Runs partitions that helpers have not begun within the grace time. */
  private void takeLate(long window) {
    long from = System.nanoTime();
    boolean waited = false;
    boolean took = false;
    for (int i = 0; i < count; i++) {
      while (plan[i].isArmed(window) && !waited) {
        Thread.onSpinWait();
        waited = System.nanoTime() - from > GRACE_NANOS;
      }
      if (plan[i].take(window)) {
        took = true;
        plan[i].runWindow(stop, window, timed);
      }
    }
    if (!took) {
      late = 0;
      pause = Math.max(SHORTEST_PAUSE, pause - 1);
    } else if (++late == MOST_LATE) {
      late = 0;
      aloneUntil = window + pause;
      pause = Math.min(LONGEST_PAUSE, 2 * pause);
    }
  }

  private boolean allFinished() {
    long window = current.get();
    for (int i = 0; i < count; i++) {
      if (plan[i].finished() < window) {
        return false;
      }
    }
    return true;
  }

  /** Assigns each partition, costliest first, to the least loaded thread, if clearly better. */
  private void balance() {
    long[] load = new long[hands.length + 1];
    long[] before = new long[hands.length + 1];
    int[] better = new int[homes.length];
    Integer[] order = new Integer[homes.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
      before[homes[i]] += partitions[i].cost();
    }
    Arrays.sort(order, (a, b) -> Long.compare(partitions[b].cost(), partitions[a].cost()));
    for (int i : order) {
      int least = 0;
      for (int t = 1; t < load.length; t++) {
        least = load[t] < load[least] ? t : least;
      }
      better[i] = least;
      load[least] += partitions[i].cost();
    }
    long now = Arrays.stream(before).max().getAsLong();
    long then = Arrays.stream(load).max().getAsLong();
    if (then < now - now / 8) {
      System.arraycopy(better, 0, homes, 0, homes.length);
    }
  }

  void addThreads(List<Thread> threads) {
    for (Hand hand : hands) {
      hand.addThread(threads);
    }
  }

  void end() {
    if (begun) {
      begun = false;
      for (Hand hand : hands) {
        hand.end();
      }
    }
  }

  void close() {
    begun = false;
    for (Hand hand : hands) {
      hand.close();
    }
  }
}
