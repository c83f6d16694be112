// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.run.plugin.ModelThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A few threads that advance many rows. Each thread takes the row that is furthest behind among the
 * rows that can continue, runs it until its source starves, and puts it back. This keeps the
 * devices close together, so that few records are retained for the slowest. Rows at the same
 * position take turns.
 *
 * <p>The caller's thread watches the others: if a model does not return, its row is ended, its
 * thread is abandoned, and another thread replaces it. When the run's time limit expires, all rows
 * are ended. An exception of a row ends the run and reaches the caller.
 */
final class Workers {
  /** Longest delay after a missed wake-up, in milliseconds. */
  private static final long NAP_MILLIS = 5;

  private final List<Row> rows;
  private final Function<Row, Feed> feed;
  private final Predicate<Row> advance;
  private final Watchdog watchdog;
  private final boolean[] left; // by row: whether it is unfinished
  private final boolean[] running;
  private final List<Lane> lanes = new ArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition over = lock.newCondition();
  private int count; // unfinished rows
  private int busy; // lanes that have a row
  private int waiting;
  private int last = -1;
  private Throwable failure;

  /** A thread and its current row. */
  private final class Lane implements Watchdog.Subject {
    private final Thread thread;
    private int at = -1; // index of the current row, or -1
    private long turns;
    private boolean abandoned;
    private final Watchdog.Heartbeat heartbeat = new Watchdog.Heartbeat();

    Lane(int number) {
      thread = new ModelThread(() -> work(this), "lockstep-devices-" + number);
    }

    @Override
    public Row row() {
      return rows.get(at);
    }

    @Override
    public Thread thread() {
      return thread;
    }

    @Override
    public long turns() {
      return turns;
    }

    @Override
    public Watchdog.Heartbeat heartbeat() {
      return heartbeat;
    }
  }

  /**
   * @param feed returns the progress of a row's source
   * @param advance advances a row; returns whether it has finished
   */
  Workers(List<Row> rows, Function<Row, Feed> feed, Predicate<Row> advance, Watchdog watchdog) {
    this.rows = List.copyOf(rows);
    this.feed = feed;
    this.advance = advance;
    this.watchdog = watchdog;
    count = rows.size();
    running = new boolean[count];
    left = new boolean[count];
    java.util.Arrays.fill(left, true);
  }

  /** Called when a source has new records. */
  void wake() {
    lock.lock();
    try {
      if (waiting > 0) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Runs all rows to their end. */
  void run(int threads) {
    boolean interrupted = false;
    lock.lock();
    try {
      for (int i = Math.min(threads, count); i > 0; i--) {
        startLane();
      }
      while (busy > 0 || count > 0 && failure == null) {
        try {
          over.await(Watchdog.POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
          failure = failure == null ? new IllegalStateException("interrupted", e) : failure;
        }
        watch();
      }
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    if (failure instanceof Error e) {
      throw e;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  private void startLane() {
    Lane lane = new Lane(lanes.size() + 1);
    lanes.add(lane);
    lane.thread.start();
  }

  private void watch() {
    if (watchdog.isOver()) {
      for (int i = 0; i < left.length; i++) {
        if (left[i] && running[i]) {
          rows.get(i).stop(Failure.TIME_LIMIT, watchdog.overMessage());
        } else if (left[i]) {
          rows.get(i).end(Failure.TIME_LIMIT, watchdog.overMessage());
          finish(i);
        }
      }
      changed.signalAll();
    }
    for (int i = lanes.size() - 1; i >= 0; i--) {
      Lane lane = lanes.get(i);
      if (lane.at >= 0 && watchdog.givesUp(lane)) {
        lane.abandoned = true;
        lanes.remove(lane);
        busy--;
        finish(lane.at);
        if (count > 0 && failure == null) {
          startLane();
        }
      }
    }
  }

  private void finish(int row) {
    left[row] = false;
    count--;
  }

  private void work(Lane lane) {
    while (next(lane)) {
      boolean finished = true;
      Throwable thrown = null;
      try {
        finished = advance.test(rows.get(lane.at));
      } catch (RuntimeException | Error e) {
        thrown = e;
      }
      putBack(lane, finished, thrown);
    }
  }

  /** Waits for the next row to run; returns false if no row will follow. */
  private boolean next(Lane lane) {
    lock.lock();
    try {
      while (count > 0 && failure == null && !lane.abandoned) {
        int best = -1;
        for (int k = 1; k <= left.length; k++) {
          int i = (last + k) % left.length;
          Feed here = left[i] && !running[i] ? feed.apply(rows.get(i)) : null;
          if (here != null
              && here.isReady()
              && (best < 0 || here.position() < feed.apply(rows.get(best)).position())) {
            best = i;
          }
        }
        if (best >= 0) {
          running[best] = true;
          last = best;
          lane.at = best;
          lane.turns++;
          busy++;
          return true;
        }
        waiting++;
        try {
          changed.await(NAP_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          failure = new IllegalStateException("interrupted", e);
          Thread.currentThread().interrupt();
        } finally {
          waiting--;
        }
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void putBack(Lane lane, boolean finished, Throwable thrown) {
    lock.lock();
    try {
      if (lane.abandoned) {
        return; // the watchdog has ended the row
      }
      running[lane.at] = false;
      if (finished) {
        finish(lane.at);
      }
      lane.at = -1;
      busy--;
      if (failure == null) {
        failure = thrown;
      }
      changed.signalAll();
      if (busy == 0 && (count == 0 || failure != null)) {
        over.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }
}
