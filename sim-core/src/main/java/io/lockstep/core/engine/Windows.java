// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import com.lmax.disruptor.Sequence;
import io.lockstep.core.queue.EventQueue;

/**
 * The sequence of a simulation's windows.
 *
 * <p>A window begins at the earliest pending event, once mailboxes are drained and the work before
 * it is done, and is at most as long as the look-ahead. A window that a limit interrupts is
 * completed by the next run, so limits do not change results. Only {@link #begun}, {@link #pause}
 * and {@link #stop} are thread-safe.
 */
final class Windows {
  enum End {
    DONE,
    LIMIT,
    PAUSED
  }

  // Maximum ticks of a window if there is work or a progress timeout to check between windows.
  private static final long LONGEST = 256;

  private final Partitions partitions;
  private final Ports ports;
  private final WindowRunner runner;
  private final ProgressWatch watch;
  private Runnable before; // work before each window; null for none
  private boolean within; // a window has begun but not ended
  private long end;
  private long count; // windows begun
  private final Sequence begun = new Sequence(0); // count, published for other threads
  private volatile boolean pause; // requested by a handler of this window
  private volatile String stop; // reason of a requested end of the run, or null

  Windows(Partitions partitions, Ports ports, WindowRunner runner, ProgressWatch watch) {
    this.partitions = partitions;
    this.ports = ports;
    this.runner = runner;
    this.watch = watch;
  }

  void before(Runnable work) {
    before = work;
  }

  long ticks() {
    return Math.min(ports.lookAhead(), Math.min(LONGEST, watch.interval()));
  }

  /** Returns the number of windows begun; for any thread, slightly delayed. */
  long begun() {
    return begun.get();
  }

  void stop(String reason) {
    stop = reason;
  }

  /** Ends the run after the current window; for any thread. */
  void pause() {
    pause = true;
  }

  End run(long limit) {
    while (true) {
      if (stop != null) {
        throw new StoppedException(stop);
      }
      if (!within) {
        ports.drainMailboxes();
        long start = partitions.nextTick();
        if (start == EventQueue.NEVER) {
          partitions.advanceTo(partitions.now());
          return End.DONE;
        }
        if (start > limit) {
          return End.LIMIT;
        }
        if (before != null) {
          before.run();
        }
        begin(start);
      }
      long stop = Math.min(end, limit + 1);
      runner.run(stop);
      if (stop < end && partitions.nextTick() != EventQueue.NEVER) {
        return End.LIMIT;
      }
      within = false;
      if (pause) {
        pause = false;
        return End.PAUSED;
      }
    }
  }

  private void begin(long start) {
    watch.onTick(partitions.now(), start);
    long most = before == null && !watch.isActive() ? ports.lookAhead() : ticks();
    end = start + Math.min(most, EventQueue.NEVER - start);
    partitions.advanceTo(start);
    begun.set(++count);
    within = true;
  }
}
