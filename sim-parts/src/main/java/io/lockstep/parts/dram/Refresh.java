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
  /** Slots of the channel's state for refreshes; the second is used only by {@link BankRefresh}. */
  static final int SLOTS = 2;

  private final long interval;
  private final long duration;
  private final long patience;
  private final int next; // slot of the beat at which the next refresh is due

  /**
   * Creates a schedule for the refreshes of a channel.
   *
   * @param interval beats between two refreshes, 0 for none
   * @param patience idle beats after which a due refresh is performed
   */
  Refresh(long interval, long duration, long patience, int next) {
    this.interval = interval;
    this.duration = duration;
    this.patience = patience;
    this.next = next;
  }

  Refresh(DramConfig config, int next) {
    this(
        config.beats("dram.trefi"),
        config.beats("dram.trfc"),
        config.beats("dram.refresh_idle"),
        next);
  }

  /** Initializes the state at beat 0 for channel {@code index} of {@code count} channels. */
  void begin(long[] state, int index, int count) {
    state[next] = offset(interval, index, count);
  }

  /** Returns the beat of the first refresh of channel {@code index} of {@code count}. */
  static long offset(long interval, int index, int count) {
    long share = Integer.toUnsignedLong(Integer.reverse(index + 1)); // as a fraction of 2^32
    return count == 1 ? Math.max(1, interval) : Math.max(1, interval * share >>> 32);
  }

  boolean isQuiet(long[] state, long by) {
    return interval == 0 || state[next] > by;
  }

  /**
   * Performs all refreshes that are due.
   *
   * @param idle beat since which the channel has been idle; {@code now} or later if it is busy
   * @return the beat at which the last refresh ends, or -1 if none was performed
   */
  long by(long[] state, long idle, long now) {
    long end = -1;
    long owed = 0;
    long at = idle + patience;
    if (at < now) {
      // Overdue refreshes follow each other directly, later ones start when due.
      owed = due(state, at);
      while (owed > 0 && at < now && duration < interval) {
        at += duration;
        end = at;
        owed += due(state, at) - 1;
      }
      if (at < now) {
        if (state[next] < now) { // only the last completed refresh matters
          long last = state[next] + (now - 1 - state[next]) / interval * interval;
          state[next] = last + interval;
          end = last + duration;
        }
        owed = 0;
      }
    }
    long from = Math.max(now, end);
    owed += due(state, from);
    if (owed > 0) {
      end = from + (duration < interval ? owed : 1) * duration; // more would never catch up
    }
    return end;
  }

  /** Removes the refreshes that are due at a beat, and returns their number. */
  private long due(long[] state, long by) {
    if (state[next] > by) {
      return 0;
    }
    long count = (by - state[next]) / interval + 1;
    state[next] += count * interval;
    return count;
  }
}
