// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.run.plugin.ModelThread;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The thread of one row's model. */
final class RowThread {
  private RowThread() {}

  /**
   * Does a row's work on a thread of its own, which the caller's thread watches. Ends the row when
   * the run's time limit expires, and abandons the thread if its model does not return.
   *
   * @throws IllegalStateException if the caller's thread is interrupted
   */
  static void run(Row row, Runnable work, Watchdog watchdog) {
    if (watchdog.isOver()) {
      row.end(Failure.TIME_LIMIT, watchdog.overMessage());
      return;
    }
    FutureTask<Void> task = new FutureTask<>(work, null);
    Thread thread = new ModelThread(task, "lockstep-device");
    Watchdog.Heartbeat heartbeat = new Watchdog.Heartbeat(row, thread);
    boolean interrupted = false;
    thread.start();
    try {
      while (true) {
        try {
          task.get(Watchdog.POLL_MILLIS, TimeUnit.MILLISECONDS);
          break;
        } catch (TimeoutException e) {
          if (watchdog.isOver()) {
            row.stop(Failure.TIME_LIMIT, watchdog.overMessage());
          }
          if (watchdog.givesUp(heartbeat)) {
            return;
          }
        } catch (InterruptedException e) {
          interrupted = true;
          row.stop(Failure.INTERRUPTED, "interrupted");
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // a Runnable throws no checked exception
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    if (interrupted) {
      throw new IllegalStateException("interrupted");
    }
  }
}
