// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

/**
 * Schedules the all-bank refreshes of one channel, in beats. A refresh is due every interval and is
 * performed before the next request, or after the channel has been idle for {@code
 * dram.refresh_idle}. If it takes as long as the interval, one is performed before each request.
 *
 * <p>The channels' refreshes are staggered over the interval by the van der Corput sequence. With a
 * constant step from channel to channel, a pointer chase that walks through the channels at the
 * same pace would meet a refresh in each. No vendor publishes an order; we chose this one.
 */
final class Refresh {
  private final long interval;
  private final long duration;
  private final long idleLimit;
  private long next; // beat at which the next refresh is due

  /**
   * Creates a schedule for the refreshes of a channel.
   *
   * @param interval beats between two refreshes, 0 for none
   * @param idleLimit idle beats after which a due refresh is performed
   * @param first beat at which the first refresh is due
   */
  Refresh(long interval, long duration, long idleLimit, long first) {
    this.interval = interval;
    this.duration = duration;
    this.idleLimit = idleLimit;
    next = first;
  }

  /** Creates the schedule of channel {@code index} of {@code count} channels. */
  Refresh(DramConfig config, int index, int count) {
    this(
        config.beats("dram.trefi"),
        config.beats("dram.trfc"),
        config.beats("dram.refresh_idle"),
        offset(config.beats("dram.trefi"), index, count));
  }

  /** Returns the beat of the first refresh of channel {@code index} of {@code count}. */
  static long offset(long interval, int index, int count) {
    long share = Integer.toUnsignedLong(Integer.reverse(index + 1)); // as a fraction of 2^32
    return count == 1 ? Math.max(1, interval) : Math.max(1, interval * share >>> 32);
  }

  boolean isQuiet(long by) {
    return interval == 0 || next > by;
  }

  /**
   * Performs all refreshes that are due.
   *
   * @param idle beat since which the channel has been idle; {@code now} or later if it is busy
   * @return the beat at which the last refresh ends, or -1 if none was performed
   */
  long by(long idle, long now) {
    long end = -1;
    long owed = 0;
    long at = idle + idleLimit;
    if (at < now) {
      // Overdue refreshes follow each other directly, later ones start when due.
      owed = due(at);
      while (owed > 0 && at < now && duration < interval) {
        at += duration;
        end = at;
        owed += due(at) - 1;
      }
      if (at < now) {
        if (next < now) { // only the last completed refresh matters
          long last = next + (now - 1 - next) / interval * interval;
          next = last + interval;
          end = last + duration;
        }
        owed = 0;
      }
    }
    long from = Math.max(now, end);
    owed += due(from);
    if (owed > 0) {
      end = from + (duration < interval ? owed : 1) * duration; // more would never catch up
    }
    return end;
  }

  /** Removes the refreshes that are due at a beat, and returns their number. */
  private long due(long by) {
    if (next > by) {
      return 0;
    }
    long count = (by - next) / interval + 1;
    next += count * interval;
    return count;
  }
}
