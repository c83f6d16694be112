// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.experiment;

import io.lockstep.study.StudyProgress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts simulations, reports progress, and stops when the time limit is reached. Thread-safe. */
public final class WallTime implements StudyProgress {
  private final Optional<Duration> limit;
  private final StudyProgress listener;
  private final long start = System.nanoTime();
  private final AtomicInteger done = new AtomicInteger();
  private volatile int all;

  /**
   * Starts the clock.
   *
   * @param limit limit of the total wall time, or empty
   */
  public WallTime(Optional<Duration> limit, StudyProgress listener) {
    this.limit = limit;
    this.listener = listener;
  }

  /**
   * Counts a simulation of a batch that has ended; announces the batch before the first one.
   *
   * @throws UnexplainedException if the time limit is reached and further simulations are expected
   */
  @Override
  public void at(int ended, int batch, String name) {
    if (ended == 0) {
      all = done.get() + batch;
      listener.at(done.get(), all, "");
      return;
    }
    int now = done.incrementAndGet();
    listener.at(now, all, name);
    boolean late = limit.isPresent() && System.nanoTime() - start > limit.get().toNanos();
    if (now < all && late) {
      throw new UnexplainedException(
          UnexplainedException.Why.TIME,
          ("time limit: %s of %s simulations done; fewer --phases, or a smaller workload,"
                  + " take less")
              .formatted(now, all));
    }
  }

  public int done() {
    return done.get();
  }
}
