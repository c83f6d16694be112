// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.run.Failure;
import io.lockstep.run.WallLimits;
import io.lockstep.run.plugin.ModelStack;
import io.lockstep.run.plugin.ModelThread;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Runs work within a run's limits of wall time, and distinguishes hung models from slow ones. Each
 * check adds at most twice the polling interval to a thread's quiet time, so that a stopped process
 * or a suspended machine does not make a model look stuck.
 */
final class Watchdog {
  private static final long POLL_MILLIS = 50;

  private static final long LONGEST_STEP = 2 * POLL_MILLIS * 1_000_000;

  /** A thread that has been quiet for this many nanoseconds may be ending the process. */
  private static final long SUSPICIOUS = 200_000_000;

  /** Nanoseconds that rows may take to end after the run's time limit. */
  private static final long GRACE = 1_000_000_000;

  private final long call; // nanoseconds; 0 for no limit
  private final Duration limit; // null for no limit
  private final long begun;

  /** The activity of a row's thread. */
  private static final class Heartbeat {
    private final Row row;
    private final Thread thread;
    private long beat = -1;
    private long seen = System.nanoTime();
    private long quiet; // nanoseconds without a sign of progress

    Heartbeat(Row row, Thread thread) {
      this.row = row;
      this.thread = thread;
    }

    private long quiet() {
      long now = System.nanoTime();
      long current = row.beat();
      if (beat != current || row.isInSource()) {
        beat = current;
        quiet = 0;
      } else {
        quiet += Math.min(now - seen, LONGEST_STEP);
      }
      seen = now;
      return quiet;
    }
  }

  Watchdog(WallLimits limits) {
    call = limits.call().toNanos();
    limit = limits.run().orElse(null);
    begun = limits.begun().isPresent() ? limits.begun().getAsLong() : System.nanoTime();
  }

  /**
   * Runs work, on a separate thread if the time is limited.
   *
   * @return empty if the time is over; the thread is then abandoned
   */
  <T> Optional<T> call(Supplier<T> work) {
    if (limit == null) {
      return Optional.of(work.get());
    }
    FutureTask<T> task = new FutureTask<>(work::get);
    new ModelThread(task, "lockstep-execution").start();
    try {
      long left = limit.toNanos() - System.nanoTime() + begun;
      return Optional.of(task.get(Math.max(0, left), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      ModelThread.abandoned();
      return Optional.empty();
    } catch (InterruptedException e) {
      ModelThread.abandoned();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw unchecked(e);
    }
  }

  /**
   * Does a row's work on a thread of its own, which the caller's thread watches. Ends the row when
   * the run's time limit expires, and abandons the thread if its model does not return.
   *
   * @throws IllegalStateException if the caller's thread is interrupted
   */
  void run(Row row, Runnable work) {
    if (isOver()) {
      row.end(Failure.TIME_LIMIT, overMessage());
      return;
    }
    FutureTask<Void> task = new FutureTask<>(work, null);
    Thread thread = new ModelThread(task, "lockstep-device");
    Heartbeat heartbeat = new Heartbeat(row, thread);
    boolean interrupted = false;
    thread.start();
    try {
      while (true) {
        try {
          task.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
          break;
        } catch (TimeoutException e) {
          if (isOver()) {
            row.stop(Failure.TIME_LIMIT, overMessage());
          }
          if (givesUp(heartbeat)) {
            return;
          }
        } catch (InterruptedException e) {
          interrupted = true;
          row.stop(Failure.INTERRUPTED, "interrupted");
        }
      }
    } catch (ExecutionException e) {
      throw unchecked(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    if (interrupted) {
      throw new IllegalStateException("interrupted");
    }
  }

  /** Returns what work threw, which is no checked exception. */
  private static RuntimeException unchecked(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return (RuntimeException) e.getCause();
  }

  /** Returns whether the run's time limit has expired. */
  private boolean isOver() {
    return limit != null && System.nanoTime() - begun >= limit.toNanos();
  }

  /** Returns the message of rows that are ended by the time limit. */
  String overMessage() {
    return "not done after " + text(limit) + " (--time-limit)";
  }

  /** Ends the row of a thread whose call does not return; returns whether the row was ended. */
  private boolean givesUp(Heartbeat heartbeat) {
    Row row = heartbeat.row;
    long quiet = heartbeat.quiet();
    if (limit != null && System.nanoTime() - begun >= limit.toNanos() + GRACE) {
      giveUp(row, Failure.TIME_LIMIT, overMessage());
      return true;
    }
    if (quiet < SUSPICIOUS) {
      return false;
    }
    StackTraceElement[] stack = stack(heartbeat);
    if (ModelStack.isExit(stack)) {
      String origin = row.origin();
      giveUp(
          row,
          Failure.MODEL,
          "the model has called System.exit at "
              + ModelStack.frames(stack)
              + (origin.isEmpty() ? "" : " (" + origin + ")"));
      return true;
    }
    if (call == 0 || quiet < call) {
      return false;
    }
    giveUp(
        row,
        Failure.STUCK,
        "a call of the model has not returned for %s: it is at %s"
            .formatted(text(Duration.ofNanos(call)), ModelStack.frames(stack)));
    return true;
  }

  private void giveUp(Row row, Failure why, String message) {
    ModelThread.abandoned();
    row.end(why, message);
  }

  /** Returns the stack of the working thread: the row's thread, or a helper of its simulation. */
  private static StackTraceElement[] stack(Heartbeat heartbeat) {
    StackTraceElement[] own = heartbeat.thread.getStackTrace();
    for (Thread helper : heartbeat.row.helpers()) {
      StackTraceElement[] other = helper.getStackTrace();
      if (ModelStack.isExit(other)
          || !ModelStack.isInHandler(own) && ModelStack.isInHandler(other)) {
        return other;
      }
    }
    return own;
  }

  static String text(Duration duration) {
    long millis = duration.toMillis();
    return millis % 60_000 == 0 && millis > 0
        ? millis / 60_000 + "m"
        : millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
  }
}
