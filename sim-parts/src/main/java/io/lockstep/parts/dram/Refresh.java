package io.lockstep.parts.dram;

/**
 * When the refreshes of all banks of one channel happen, in beats. One falls due every interval. It
 * is made before the next request, or once no request has come for some time. The channels of a
 * memory have their refreshes at different times, spread over the interval (van der Corput's
 * sequence): neighbours are far apart and no step from channel to channel is a constant step in
 * time, or a chain of loads that walks through channels as fast would meet a refresh in each of
 * them. No order is published; this one is ours. Where a refresh takes as long as the interval, one
 * is made before each request. The state is the channel's.
 */
final class Refresh {
  /** Slots of the channel's state for refreshes; {@link BankRefresh} needs the second. */
  static final int SLOTS = 2;

  private final long interval;
  private final long duration;
  private final long patience;
  private final int next; // slot: the beat at which the next one falls due

  /**
   * @param interval beats between two, 0 for none at all
   * @param duration beats that one takes
   * @param patience beats for which the channel has nothing to do before it makes one
   * @param next slot of the state that is its own
   */
  Refresh(long interval, long duration, long patience, int next) {
    this.interval = interval;
    this.duration = duration;
    this.patience = patience;
    this.next = next;
  }

  /** By a configuration's timings. */
  Refresh(DramConfig config, int next) {
    this(
        config.beats("dram.trefi"),
        config.beats("dram.trfc"),
        config.beats("dram.refresh_idle"),
        next);
  }

  /** The state of channel {@code index} of {@code count} at beat 0. */
  void begin(long[] state, int index, int count) {
    state[next] = offset(interval, index, count);
  }

  /** The beat of the first refresh of channel {@code index} of {@code count}. */
  static long offset(long interval, int index, int count) {
    long share = Integer.toUnsignedLong(Integer.reverse(index + 1)); // of 2 to the 32
    return count == 1 ? Math.max(1, interval) : Math.max(1, interval * share >>> 32);
  }

  /** Whether none is due by a beat. */
  boolean isQuiet(long[] state, long by) {
    return interval == 0 || state[next] > by;
  }

  /**
   * Makes those that a channel makes by now.
   *
   * @param state of the channel
   * @param idle beat since which it has had nothing to do; not before {@code now} where it has
   * @param now beat at which requests wait
   * @return the beat at which the last one ends, or -1 if none was made since the last call
   */
  long by(long[] state, long idle, long now) {
    long end = -1;
    long owed = 0;
    long at = idle + patience;
    if (at < now) {
      // Those that fell due before are made one after the other, then each when it falls due.
      owed = due(state, at);
      while (owed > 0 && at < now && duration < interval) {
        at += duration;
        end = at;
        owed += due(state, at) - 1;
      }
      if (at < now) {
        if (state[next] < now) { // the last one counts
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
      end = from + (duration < interval ? owed : 1) * duration; // else never done
    }
    return end;
  }

  /** Takes those that fall due by a beat; returns their number. */
  private long due(long[] state, long by) {
    if (state[next] > by) {
      return 0;
    }
    long count = (by - state[next]) / interval + 1;
    state[next] += count * interval;
    return count;
  }
}
