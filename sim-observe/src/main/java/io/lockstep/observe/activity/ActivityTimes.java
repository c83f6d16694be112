// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.activity;

import io.lockstep.spi.stats.IssueCause;
import java.util.List;

/**
 * The activity of a device's issue ports over the concatenated time of its launches, for all ports
 * together. Time without a wavefront is omitted. Arrays must not be modified.
 *
 * @param ticks by cause and interval
 * @param width ticks of an interval; the last one may be shorter
 * @param length ticks of all launches together
 * @param starts ticks at which launches begin, the first at 0
 * @param gaps what is left out of a sampled run
 */
public record ActivityTimes(
    List<IssueCause> causes, long[][] ticks, long width, long length, long[] starts, Gaps gaps) {
  /**
   * Time that was estimated and not simulated, so that it is no part of the intervals.
   *
   * @param at ticks before which time is left out, ascending
   * @param ticks all time left out, after the warm-ups behind gaps were subtracted
   */
  public record Gaps(long[] at, long ticks) {}

  /** Maximum number of ticks per port that may be counted in the neighbouring interval. */
  public static final long BLUR = 64;

  public ActivityTimes {
    causes = List.copyOf(causes);
  }

  /** Returns the ticks of all launches, with those left out. */
  public long whole() {
    return length + gaps.ticks;
  }

  public int intervals() {
    return Math.toIntExact((length + width - 1) / width);
  }

  /** Returns the ticks of an interval: the width, or less for the last one. */
  public long lasts(int interval) {
    return Math.min(width, length - interval * width);
  }
}
