// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.run.plugin.ModelThread;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Runs work within a run's limit of wall time. */
final class Deadline {
  private Deadline() {}

  /**
   * Runs work, on a separate thread if the time is limited.
   *
   * @return empty if the time is over; the thread is then abandoned
   */
  static <T> Optional<T> call(Watchdog watchdog, Supplier<T> work) {
    Optional<Duration> left = watchdog.left();
    if (left.isEmpty()) {
      return Optional.of(work.get());
    }
    FutureTask<T> task = new FutureTask<>(work::get);
    new ModelThread(task, "lockstep-execution").start();
    try {
      return Optional.of(task.get(left.get().toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      ModelThread.abandoned();
      return Optional.empty();
    } catch (InterruptedException e) {
      ModelThread.abandoned();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // a supplier throws no checked exception
    }
  }
}
