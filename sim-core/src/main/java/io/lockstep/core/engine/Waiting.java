package io.lockstep.core.engine;

import java.util.Locale;

/**
 * How a thread of a simulation waits for another one. No strategy spins for long, so all work, more
 * slowly, if threads outnumber free cores. No result depends on it.
 */
public enum Waiting {
  /**
   * Spins for some microseconds, then parks until it is notified. It does not yield in between,
   * because that would give up a whole time slice if cores are scarce.
   */
  PHASED(30_000, 0, 1_000_000, true),
  /** Spins and yields briefly, then sleeps for short times; needs no notification. */
  SLEEPING(5_000, 100, 60_000, false),
  /** Yields for a long time before it parks. */
  YIELDING(5_000, 4_000, 1_000_000, true),
  /** Parks at once until it is notified. */
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
