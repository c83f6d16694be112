package io.lockstep.core.engine;

import java.util.Locale;

/**
 * How a thread of a simulation waits for another one. None spins for long, so all of them work,
 * slower, where threads outnumber free cores; none changes a result.
 */
public enum Waiting {
  /**
   * Spins for some microseconds, then parks until it is called. It does not yield in between: where
   * cores are scarce that gives a whole time slice away.
   */
  PHASED(30_000, 0, 1_000_000, true),
  /** Spins and yields a little, then sleeps for short times; nobody pays for calling it. */
  SLEEPING(5_000, 100, 60_000, false),
  /** Yields for long before it parks. */
  YIELDING(5_000, 4_000, 1_000_000, true),
  /** Parks at once until it is called. */
  BLOCKING(0, 0, 10_000_000, true);

  final long spinNanos;
  final int yields;
  final long napNanos;
  final boolean called;

  Waiting(long spinNanos, int yields, long napNanos, boolean called) {
    this.spinNanos = Runtime.getRuntime().availableProcessors() > 1 ? spinNanos : 0;
    this.yields = yields;
    this.napNanos = napNanos;
    this.called = called;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
