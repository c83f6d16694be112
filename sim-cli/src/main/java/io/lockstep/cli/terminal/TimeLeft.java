package io.lockstep.cli.terminal;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Estimates the remaining time of a task from its recent progress, since class loading, reading of
 * files and lowering of kernels make the first part of a task slow. The rate is measured between
 * two moments of progress: the last one, and one in the first half of the elapsed time. Between
 * such moments the estimate counts down. Not thread-safe.
 */
public final class TimeLeft {
  /** Elapsed time before the first estimate. */
  private static final long LEAST_NANOS = 5_000_000_000L;

  /** Elapsed time before the first estimate while little of the task is done. */
  private static final long LITTLE_NANOS = 30_000_000_000L;

  private static final double LITTLE = 0.1;

  private static final int MOST = 64;

  private final long[] times = new long[MOST]; // at which the task got on, rising
  private final double[] shares = new double[MOST];
  private int size;
  private long spacing; // least time between two moments but the last
  private long now;

  /**
   * Updates the estimate.
   *
   * @param nanos since it began, not before the last call
   * @param share of the task that is done, 0 to 1
   */
  public void look(long nanos, double share) {
    now = nanos;
    if (size > 0 && share < shares[size - 1]) {
      size = 0; // another phase of it
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
      times[i] = times[2 * i + 1]; // the last one stays
      shares[i] = shares[2 * i + 1];
    }
    spacing = Math.max(1, (times[size - 1] - times[0]) / size);
  }

  /**
   * {@return the share of the task that is done in a second of late; empty before that is known}
   */
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
    long quiet = now - times[last]; // longer than all that is known: slower than it was
    return OptionalDouble.of(
        (shares[last] - shares[first]) * 1e9 / Math.max(1, Math.max(between, quiet)));
  }

  /** {@return nanoseconds that the rest takes; empty before it can be estimated} */
  public OptionalLong left() {
    OptionalDouble rate = rate();
    boolean early =
        now < LEAST_NANOS || now < LITTLE_NANOS && size > 0 && shares[size - 1] < LITTLE;
    if (rate.isEmpty() || early) {
      return OptionalLong.empty();
    }
    long rest = Math.round((1 - shares[size - 1]) * 1e9 / rate.getAsDouble());
    long quiet = now - times[size - 1];
    return rest < quiet ? OptionalLong.empty() : OptionalLong.of(rest - quiet); // it is overdue
  }
}
