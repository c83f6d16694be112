// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.rate;

import io.lockstep.parts.counters.CountingPart;

/**
 * Measures the imbalance of load on equal instances, such as the channels of a memory: the load of
 * the busiest instance over windows of 1 µs.
 *
 * <p>Sums over a whole run hide instances that are busy one after the other. Therefore the busiest
 * instance is determined for each window, and its load, times the number of instances, is summed
 * over the windows ({@link #busiest}). The ratio of this sum to the total load is 1 if instances
 * are always equally busy, and the number of instances if only one is busy at a time. Windows begin
 * at multiples of their length and do not affect simulated time. With few requests per window, some
 * imbalance is due to chance.
 *
 * <p>{@link #add} allocates nothing. Not thread-safe.
 */
public final class WindowedLoad extends CountingPart {
  /** Number of windows per second. */
  public static final long WINDOWS_PER_SECOND = 1_000_000;

  private static final int END = 0; // tick at which the open window ends
  private static final int BUSIEST = 1; // sum over closed windows

  private final long length;
  private final long[] at = own.scalars(2, BUSIEST);
  private final long[] open; // by instance: load in the open window
  private final long[] closed; // by instance: load in all closed windows

  /**
   * Creates a measurement without load.
   *
   * @param instances number of instances, at least 1
   * @param tickHertz ticks per second
   */
  public WindowedLoad(int instances, long tickHertz) {
    length = Math.max(1, (tickHertz + WINDOWS_PER_SECOND / 2) / WINDOWS_PER_SECOND);
    open = own.counters(instances);
    closed = own.counters(instances);
  }

  /**
   * Adds load.
   *
   * @param instance number of the instance, from 0
   * @param tick current tick; must not decrease from call to call
   * @param amount load, for example in bytes
   */
  public void add(int instance, long tick, long amount) {
    if (tick >= at[END]) {
      close(tick);
    }
    open[instance] += amount;
  }

  private void close(long tick) {
    at[BUSIEST] += most();
    for (int i = 0; i < open.length; i++) {
      closed[i] += open[i];
      open[i] = 0;
    }
    at[END] = tick - tick % length + length;
  }

  private long most() {
    long most = 0;
    for (long load : open) {
      most = Math.max(most, load);
    }
    return most;
  }

  /** {@return the number of instances} */
  public int instances() {
    return open.length;
  }

  /**
   * {@return the load of an instance since the last reset}
   *
   * @param instance index of the instance, from 0
   */
  public long of(int instance) {
    return closed[instance] + open[instance];
  }

  /** {@return the load of all instances since the last reset} */
  public long total() {
    long sum = 0;
    for (int i = 0; i < open.length; i++) {
      sum += of(i);
    }
    return sum;
  }

  /** {@return load of the busiest instance, summed over windows, times the number of instances} */
  public long busiest() {
    return (at[BUSIEST] + most()) * open.length;
  }
}
