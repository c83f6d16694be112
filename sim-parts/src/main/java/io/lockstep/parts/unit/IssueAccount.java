package io.lockstep.parts.unit;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.stats.IssueScheme;
import java.util.Arrays;

/**
 * Where the time of a compute unit's issue ports goes: every tick of every port belongs to exactly
 * one cause, counted in intervals.
 *
 * <p>Causes are the device's ({@link IssueScheme}), told by their numbers. A port's time is
 * accounted for in order ({@link #advance}); what lies between its last interval and a report
 * counts as the port's {@link #state}. Intervals may reach into the future by one, as an issue that
 * has just begun does. Times in ticks. Not thread-safe.
 */
public final class IssueAccount implements Stateful {
  private final IssueScheme scheme;
  private final long[] total;
  private final long[] intervals; // by port: where the last one ends, and in the low byte its cause
  private final byte[] state;
  private long since;

  /**
   * An account that begins at tick 0.
   *
   * @param ports issue ports
   * @param scheme the causes; ports are idle at first
   */
  public IssueAccount(int ports, IssueScheme scheme) {
    this.scheme = scheme;
    int initial = scheme.idle().ordinal();
    total = new long[scheme.causes().size()];
    intervals = new long[ports];
    state = new byte[ports];
    Arrays.fill(intervals, initial);
    Arrays.fill(state, (byte) initial);
  }

  /** {@return the causes} */
  public IssueScheme scheme() {
    return scheme;
  }

  /** {@return issue ports} */
  public int ports() {
    return intervals.length;
  }

  /**
   * Accounts for a port's time from where it was last accounted for.
   *
   * @param port issue port
   * @param tick end of the interval; nothing happens if it is not beyond the last one
   * @param cause what the interval was spent on
   */
  public void advance(int port, long tick, int cause) {
    long from = intervals[port] >> 8;
    if (tick > from) {
      total[cause] += tick - from;
      intervals[port] = tick << 8 | cause;
    }
  }

  /**
   * {@return up to when a port is accounted for}
   *
   * @param port from 0 on
   */
  public long until(int port) {
    return intervals[port] >> 8;
  }

  private int last(int port) {
    return (int) intervals[port] & 0xFF;
  }

  /**
   * What a port's time counts as from here on, unless it is accounted for otherwise.
   *
   * @param port from 0 on
   * @param cause the scheme's number
   */
  public void state(int port, int cause) {
    state[port] = (byte) cause;
  }

  /**
   * Closes a port's open interval with its state and gives it a new one: for models that know when
   * a cause begins.
   *
   * @param port from 0 on
   * @param tick when the new cause begins
   * @param cause the scheme's number
   */
  public void change(int port, long tick, int cause) {
    advance(port, tick, state[port]);
    state[port] = (byte) cause;
  }

  /**
   * Ticks by cause from the last reset to a tick.
   *
   * @param tick now
   * @param out receives one figure a cause, added to what is there
   */
  public void report(long tick, long[] out) {
    for (int c = 0; c < total.length; c++) {
      out[c] += total[c];
    }
    for (int p = 0; p < intervals.length; p++) {
      long until = until(p);
      if (until < tick) {
        out[state[p]] += tick - until;
      } else {
        out[last(p)] -= until - tick;
      }
    }
  }

  /**
   * Checks that the causes add up to ticks times ports.
   *
   * @param tick up to which the ports' time is counted
   * @throws IllegalStateException where they do not, or one is negative
   */
  public void check(long tick) {
    long[] sums = new long[total.length];
    report(tick, sums);
    long sum = 0;
    for (int c = 0; c < sums.length; c++) {
      if (sums[c] < 0) {
        throw new IllegalStateException(scheme.statistic(c) + " is " + sums[c]);
      }
      sum += sums[c];
    }
    long expected = (tick - since) * intervals.length;
    if (sum != expected) {
      throw new IllegalStateException(
          "issue causes add up to " + sum + " ticks, the ports to " + expected);
    }
  }

  /**
   * Starts anew at a tick; an interval that reaches beyond it counts from there.
   *
   * @param tick from which on time is counted
   */
  public void reset(long tick) {
    Arrays.fill(total, 0);
    for (int p = 0; p < intervals.length; p++) {
      if (until(p) > tick) {
        total[last(p)] += until(p) - tick;
      } else {
        intervals[p] = tick << 8 | last(p);
      }
    }
    since = tick;
  }

  @Override
  public void save(StateWriter out) {
    out.writeLongs(total);
    out.writeLongs(intervals);
    out.writeBytes(state);
    out.writeLong(since);
  }

  @Override
  public void load(StateReader in) {
    in.readInto(total);
    in.readInto(intervals);
    in.readInto(state);
    since = in.readLong();
  }
}
