package io.lockstep.explain;

import io.lockstep.study.StudyProgress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts simulations, reports them, and ends them when the time limit is reached. Thread-safe. */
public final class WallTime {
  private final Optional<Duration> limit;
  private final StudyProgress listener;
  private final long start = System.nanoTime();
  private final AtomicInteger done = new AtomicInteger();
  private volatile int all;

  /**
   * Starts the clock.
   *
   * @param limit of all simulations, or empty
   * @param listener notified of each simulation
   */
  public WallTime(Optional<Duration> limit, StudyProgress listener) {
    this.limit = limit;
    this.listener = listener;
  }

  /**
   * So many simulations are to come.
   *
   * @param more beside those before
   */
  public void expect(int more) {
    all = done.get() + more;
    listener.at(done.get(), all, "");
  }

  /**
   * Counts a finished simulation.
   *
   * @param name of its workload
   * @throws UnexplainedException if others follow and the time is up
   */
  public void ended(String name) {
    int now = done.incrementAndGet();
    listener.at(now, all, name);
    boolean late = limit.isPresent() && System.nanoTime() - start > limit.get().toNanos();
    if (now < all && late) {
      throw new UnexplainedException(
          UnexplainedException.Why.TIME,
          "time limit: "
              + now
              + " of "
              + all
              + " simulations done; fewer --phases, or a smaller workload, take less");
    }
  }

  /** {@return number of finished simulations} */
  public int done() {
    return done.get();
  }
}
