// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.run.plugin.ModelStack;
import io.lockstep.run.plugin.ModelThread;
import java.time.Duration;
import java.util.Optional;

/**
 * Distinguishes hung models from slow models in one run. Each check adds at most twice the polling
 * interval to a thread's quiet time, so that a stopped process or a suspended machine does not make
 * a model look stuck.
 */
final class Watchdog {
  static final long POLL_MILLIS = 50;

  private static final long LONGEST_STEP = 2 * POLL_MILLIS * 1_000_000;

  /** A thread that has been quiet for this many nanoseconds may be ending the process. */
  private static final long SUSPICIOUS = 200_000_000;

  /** Nanoseconds that rows may take to end after the run's time limit. */
  private static final long GRACE = 1_000_000_000;

  private final long call; // nanoseconds; 0 for no limit
  private final Duration limit; // null for no limit
  private final long begun = System.nanoTime();

  /** A thread that runs a row. */
  interface Subject {
    Row row();

    Thread thread();

    /** Returns a counter that changes when the thread takes another row. */
    long turns();

    Heartbeat heartbeat();
  }

  /** The last observation of a thread. */
  static final class Heartbeat {
    private long turns = -1;
    private long beat;
    private long seen;
    private long quiet; // nanoseconds without a sign of progress

    private long quiet(Subject subject) {
      long now = System.nanoTime();
      long current = subject.row().beat();
      if (turns != subject.turns() || beat != current || subject.row().isInSource()) {
        turns = subject.turns();
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
  }

  /** Returns whether the run's time limit has expired. */
  boolean isOver() {
    return limit != null && System.nanoTime() - begun >= limit.toNanos();
  }

  /** Returns the time left; empty if there is no limit. */
  Optional<Duration> left() {
    return limit == null
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(Math.max(0, limit.toNanos() - System.nanoTime() + begun)));
  }

  /** Returns the message of rows that are ended by the time limit. */
  String overMessage() {
    return "not done after " + text(limit) + " (--time-limit)";
  }

  /** Ends the row of a thread whose call does not return; returns whether the row was ended. */
  boolean givesUp(Subject subject) {
    Row row = subject.row();
    long quiet = subject.heartbeat().quiet(subject);
    if (limit != null && System.nanoTime() - begun >= limit.toNanos() + GRACE) {
      giveUp(row, Failure.TIME_LIMIT, overMessage());
      return true;
    }
    if (quiet < SUSPICIOUS) {
      return false;
    }
    StackTraceElement[] stack = stack(subject);
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
    row.abandon(why, message);
  }

  /** Returns the stack of the working thread: the row's thread, or a helper of its simulation. */
  private static StackTraceElement[] stack(Subject subject) {
    StackTraceElement[] own = subject.thread().getStackTrace();
    for (Thread helper : subject.row().helpers()) {
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
