package io.lockstep.run;

import io.lockstep.run.plugin.ModelThread;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Work that may take as long as a run may take. */
final class Deadline {
  private Deadline() {}

  /**
   * Does something, on a thread of its own where time is limited.
   *
   * @return empty if there was no time for it; the thread is left alone then
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
      throw (RuntimeException) e.getCause(); // a supplier declares nothing else
    }
  }
}
