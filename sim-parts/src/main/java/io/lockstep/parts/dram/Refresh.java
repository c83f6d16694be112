package io.lockstep.parts.dram;

/**
 * When the refreshes of one channel happen, in beats. One falls due every interval; while requests
 * wait it is postponed, up to a number of them, and a channel that has nothing to do makes up for
 * those it owes (DDR3 allows eight to be postponed, and AMD's HBM controller, which calls it the
 * deficit mode), once no request has come for some time. Beyond the number, one is made before the
 * next request. The channels of a memory have their refreshes at different times, spread over the
 * interval (van der Corput's sequence): neighbours are far apart and no step from channel to
 * channel is a constant step in time, or a chain of loads that walks through channels as fast would
 * meet a refresh in each of them. No order is published; this one is ours. Where a refresh takes as
 * long as the interval, one is made before each request. Nothing is kept here but figures: the
 * state is the channel's. Immutable and thread-safe.
 */
final class Refresh {
  // Slots of the state, from the first that the channel gives it.
  private static final int NEXT = 0; // when the next one falls due
  private static final int OWED = 1; // due and not made

  /** Slots of the state that it needs. */
  static final int SLOTS = 2;

  private final long interval;
  private final long duration;
  private final int postponed;
  private final long patience;
  private final int first;

  /**
   * @param interval beats between two, 0 for none at all
   * @param duration beats that one takes
   * @param postponed how many may be owed
   * @param patience beats for which the channel has nothing to do before it makes one
   * @param first slot of the state that is its own
   */
  Refresh(long interval, long duration, int postponed, long patience, int first) {
    this.interval = interval;
    this.duration = duration;
    this.postponed = postponed;
    this.patience = patience;
    this.first = first;
  }

  /** Of all banks, by a configuration's timings. */
  Refresh(DramConfig config, int first) {
    this(
        config.beats("dram.trefi"),
        config.beats("dram.trfc"),
        config.postponed,
        config.beats("dram.refresh_idle"),
        first);
  }

  /** The state of channel {@code index} of {@code count} at beat 0. */
  void begin(long[] state, int index, int count) {
    state[first + NEXT] = offset(interval, index, count);
  }

  /** The beat of the first refresh of channel {@code index} of {@code count}. */
  static long offset(long interval, int index, int count) {
    long share = Integer.toUnsignedLong(Integer.reverse(index + 1)); // of 2 to the 32
    return count == 1 ? Math.max(1, interval) : Math.max(1, interval * share >>> 32);
  }

  /** Whether nothing has to be looked at by a beat. */
  boolean isQuiet(long[] state, long by) {
    return interval == 0 || state[first + NEXT] > by && state[first + OWED] == 0;
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
    long at = idle + patience;
    if (at < now) {
      // What is owed is made up for, one after the other, then each is made when it falls due.
      due(state, at);
      while (state[first + OWED] > 0 && at < now && duration < interval) {
        at += duration;
        end = at;
        state[first + OWED]--;
        due(state, at);
      }
      if (at < now) {
        long next = state[first + NEXT];
        if (next < now) { // the last one counts
          long last = next + (now - 1 - next) / interval * interval;
          state[first + NEXT] = last + interval;
          end = last + duration;
        }
        state[first + OWED] = 0;
      }
    }
    long from = Math.max(now, end);
    due(state, from);
    if (state[first + OWED] > postponed) {
      long forced = duration < interval ? state[first + OWED] - postponed : 1; // else never done
      end = from + forced * duration;
      state[first + OWED] = postponed;
    }
    return end;
  }

  private void due(long[] state, long by) {
    long next = state[first + NEXT];
    if (next <= by) {
      long more = (by - next) / interval + 1;
      state[first + OWED] += more;
      state[first + NEXT] = next + more * interval;
    }
  }
}
