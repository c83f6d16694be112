package io.lockstep.observe.activity;

import io.lockstep.spi.stats.IssueCause;
import java.util.List;

/**
 * The activity of a device's issue ports over the time of its launches, concatenated: ticks by
 * reason and interval, for all ports together. Time without a wavefront is left out. Immutable by
 * convention.
 *
 * @param causes of the family, by number
 * @param ticks by cause and interval; the same number of intervals for each
 * @param width ticks of an interval; the last one may be shorter
 * @param length ticks of all launches together
 * @param starts ticks at which launches begin, the first at 0
 */
public record ActivityTimes(
    List<IssueCause> causes, long[][] ticks, long width, long length, long[] starts) {
  /** Maximum number of ticks per port that may be counted in the neighbouring interval. */
  public static final long BLUR = 64;

  /**
   * Copies the list.
   *
   * @param causes of the family, by number
   * @param ticks by cause and interval
   * @param width ticks of an interval
   * @param length ticks of all launches together
   * @param starts ticks at which launches begin
   */
  public ActivityTimes {
    causes = List.copyOf(causes);
  }

  /** {@return number of intervals} */
  public int intervals() {
    return Math.toIntExact((length + width - 1) / width);
  }

  /**
   * {@return ticks of an interval: its width, or less for the last one}
   *
   * @param interval from 0 on
   */
  public long lasts(int interval) {
    return Math.min(width, length - interval * width);
  }
}
