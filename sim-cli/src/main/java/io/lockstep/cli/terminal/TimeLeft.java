// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Estimates the time left from recent progress, because class loading, file reading and code
 * generation slow the start. The rate is measured from a moment in the first half of the elapsed
 * time to the last progress; the estimate counts down until the next progress.
 */
public final class TimeLeft {
  /** Minimum elapsed time for an estimate. */
  private static final long LEAST_NANOS = 5_000_000_000L;

  /** Minimum elapsed time for an estimate if less than {@link #LITTLE} is done. */
  private static final long LITTLE_NANOS = 30_000_000_000L;

  private static final double LITTLE = 0.1;

  private static final int MOST = 64;

  private final long[] times = new long[MOST]; // times of progress, ascending
  private final double[] shares = new double[MOST];
  private int size;
  private long spacing; // minimum time between recorded moments, except before the last
  private long now;

  /**
   * @param nanos time since the start in nanoseconds, ascending
   * @param share fraction of the work that is done, from 0 to 1
   */
  public void look(long nanos, double share) {
    now = nanos;
    if (size > 0 && share < shares[size - 1]) {
      size = 0; // a new phase
    }
    if (share <= 0 || size > 0 && share == shares[size - 1]) {
      return;
    }
    if (size > 1 && nanos - times[size - 2] < spacing) {
      size--;
    } else if (size == MOST) {
      thin();
    }
    times[size] = nanos;
    shares[size++] = share;
  }

  private void thin() {
    size = MOST / 2;
    for (int i = 0; i < size; i++) {
      times[i] = times[2 * i + 1]; // keeps the last moment
      shares[i] = shares[2 * i + 1];
    }
    spacing = Math.max(1, (times[size - 1] - times[0]) / size);
  }

  /** {@return the share of the work done per second, from recent progress; empty if unknown} */
  public OptionalDouble rate() {
    int last = size - 1;
    int first = 0;
    while (first + 2 < last && times[first + 1] <= now / 2) {
      first++;
    }
    if (last < 1) {
      return OptionalDouble.empty();
    }
    long between = times[last] - times[first];
    long quiet = now - times[last]; // a longer time without progress lowers the rate
    return OptionalDouble.of(
        (shares[last] - shares[first]) * 1e9 / Math.max(1, Math.max(between, quiet)));
  }

  /** {@return the time left in nanoseconds; empty while no estimate is possible} */
  public OptionalLong left() {
    OptionalDouble rate = rate();
    boolean early =
        now < LEAST_NANOS || now < LITTLE_NANOS && size > 0 && shares[size - 1] < LITTLE;
    if (rate.isEmpty() || early) {
      return OptionalLong.empty();
    }
    long rest = Math.round((1 - shares[size - 1]) * 1e9 / rate.getAsDouble());
    long quiet = now - times[size - 1];
    return rest < quiet ? OptionalLong.empty() : OptionalLong.of(rest - quiet); // empty if overdue
  }
}
