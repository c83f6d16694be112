// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.RowTicks;
import java.util.Arrays;

/**
 * Cycle accounting of a compute unit's issue ports: every tick of every port has exactly one
 * reason, an issue or a stall reason, counted in intervals.
 *
 * <p>The device defines the reasons ({@link IssueScheme}), which are passed by number. The time of
 * a port is accounted in order ({@link #advance}); the time between its last interval and a report
 * is attributed to the port's {@link #state}. The last interval may end in the future, for example
 * if an issue has just begun. Times are in ticks. Not thread-safe.
 *
 * <p>On request ({@link #byRow}), each interval also belongs to a row of the running code: the row
 * that issues, or at which a wavefront waits. An interval without a row is not attributed or, if
 * the port is idle, has no wavefront.
 */
public final class IssueAccount {
  private final IssueScheme scheme;
  private final int causes;
  private final int shift; // log2 of the number of totals per port
  private final long[] total; // by port and reason: ticks
  private final long[] intervals; // by port: end of the last interval; its reason in the low byte
  private final byte[] state;
  private long since;
  private RowAccount rows; // null unless requested
  private PortTimeline timeline; // null unless requested

  /**
   * Creates an account that begins at tick 0.
   *
   * @param ports number of issue ports
   * @param scheme the reasons; all ports are idle initially
   */
  public IssueAccount(int ports, IssueScheme scheme) {
    this.scheme = scheme;
    int initial = scheme.idle().ordinal();
    causes = scheme.causes().size();
    shift = 32 - Integer.numberOfLeadingZeros(causes - 1);
    total = new long[ports << shift];
    intervals = new long[ports];
    state = new byte[ports];
    Arrays.fill(intervals, initial);
    Arrays.fill(state, (byte) initial);
  }

  /** {@return the scheme that defines the reasons} */
  public IssueScheme scheme() {
    return scheme;
  }

  /** {@return the number of issue ports} */
  public int ports() {
    return intervals.length;
  }

  /**
   * Enables or disables accounting by rows of the code, from the next launch on.
   *
   * @param wanted whether to account by row; false has no cost
   */
  public void byRow(boolean wanted) {
    rows = wanted ? new RowAccount(ports(), causes) : null;
  }

  /** {@return whether time is accounted by row; otherwise models can skip the search for a row} */
  public boolean isByRow() {
    return rows != null;
  }

  /**
   * Accounts a port's time from the end of its last interval, without a row of the code.
   *
   * @param port issue port
   * @param tick end of the interval; ignored if not after the end of the last one
   * @param cause number of the reason
   */
  public void advance(int port, long tick, int cause) {
    advance(port, tick, cause, rowOf(cause));
  }

  /**
   * Accounts a port's time from the end of its last interval.
   *
   * @param port issue port
   * @param tick end of the interval; ignored if not after the end of the last one
   * @param cause number of the reason
   * @param row row of the running code that issued or waited; {@link RowTicks#NONE} for none
   */
  public void advance(int port, long tick, int cause, int row) {
    long from = intervals[port] >> 8;
    if (tick > from) {
      total[port << shift | cause] += tick - from;
      intervals[port] = tick << 8 | cause;
      if (rows != null) {
        rows.charge(port, from, tick, cause, row);
      }
      if (timeline != null) {
        timeline.charge(port, from, tick, cause);
      }
    }
  }

  /** Returns the row of an interval for which a model reports only a reason. */
  private int rowOf(int cause) {
    return cause == scheme.idle().ordinal() ? RowTicks.NONE : RowTicks.UNTOLD;
  }

  /**
   * {@return the tick up to which a port is accounted}
   *
   * @param port index of the port, from 0
   */
  public long until(int port) {
    return intervals[port] >> 8;
  }

  private int last(int port) {
    return (int) intervals[port] & 0xFF;
  }

  /**
   * Sets the reason for a port's time as {@link #state(int, int, int)}, without a row of the code.
   *
   * @param port index of the port, from 0
   * @param cause number of the reason
   */
  public void state(int port, int cause) {
    state(port, cause, rowOf(cause));
  }

  /**
   * Sets the reason for a port's time from now on, unless {@link #advance} gives another reason.
   *
   * @param port index of the port, from 0
   * @param cause number of the reason
   * @param row row of the running code, or {@link RowTicks#NONE}
   */
  public void state(int port, int cause, int row) {
    state[port] = (byte) cause;
    if (rows != null) {
      rows.state(port, row);
    }
  }

  /**
   * Changes a port's state as {@link #change(int, long, int, int)}, without a row of the code.
   *
   * @param port index of the port, from 0
   * @param tick tick at which the new reason begins
   * @param cause number of the reason
   */
  public void change(int port, long tick, int cause) {
    change(port, tick, cause, rowOf(cause));
  }

  /**
   * Ends a port's state at a tick and begins a new one, for models that determine when a reason
   * begins.
   *
   * @param port index of the port, from 0
   * @param tick tick at which the new reason begins
   * @param cause number of the reason
   * @param row row of the running code, or {@link RowTicks#NONE}
   */
  public void change(int port, long tick, int cause, int row) {
    advance(port, tick, state[port], rows == null ? RowTicks.UNTOLD : rows.state(port));
    state(port, cause, row);
  }

  /**
   * Begins a launch: from a tick on, time is accounted by rows of its code.
   *
   * @param count number of rows of the code
   * @param tick start of the launch, not before now
   */
  public void beginRows(int count, long tick) {
    rows.begin(count, tick);
    for (int p = 0; p < intervals.length; p++) {
      rows.reaches(last(p), until(p));
    }
  }

  /** Starts recording on a timeline; null stops the recording and writes open intervals. */
  void observe(PortTimeline wanted, long tick) {
    if (timeline != null) {
      chargeStates(tick);
      for (int p = 0; p < intervals.length; p++) {
        timeline.lessBy(p, Math.max(0, until(p) - tick), last(p));
      }
      timeline.end(tick);
    }
    timeline = wanted;
  }

  private void chargeStates(long tick) {
    for (int p = 0; p < intervals.length; p++) {
      timeline.charge(p, until(p), tick, state[p]);
    }
  }

  /**
   * Adds ticks by row and reason from the beginning of the launch to a tick.
   *
   * @param tick end of the time, not before the launch
   * @param out receives the ticks, by row of the running or last code
   */
  public void report(long tick, RowTicks out) {
    out.add(rows.charged());
    for (int p = 0; p < intervals.length; p++) {
      rows.open(p, until(p), tick, state[p], last(p), out);
    }
  }

  /**
   * Adds ticks by reason from the last reset to a tick.
   *
   * @param tick current tick
   * @param out array that is incremented, with one element per reason
   */
  public void report(long tick, long[] out) {
    for (int p = 0; p < intervals.length; p++) {
      report(p, tick, out);
    }
  }

  void report(int port, long tick, long[] out) {
    for (int c = 0; c < causes; c++) {
      out[c] += total[port << shift | c];
    }
    long until = until(port);
    if (until < tick) {
      out[state[port]] += tick - until;
    } else {
      out[last(port)] -= until - tick;
    }
  }

  /**
   * Checks that the ticks of all reasons add up to ticks times ports.
   *
   * @param tick tick up to which the ports' time is counted
   * @throws IllegalStateException if the sum differs, or the ticks of a reason are negative
   */
  public void check(long tick) {
    long[] sums = new long[causes];
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
   * Resets the account at a tick; an interval that ends later counts from this tick.
   *
   * @param tick start of accounting
   */
  public void reset(long tick) {
    if (timeline != null) {
      chargeStates(tick);
    }
    Arrays.fill(total, 0);
    for (int p = 0; p < intervals.length; p++) {
      if (until(p) > tick) {
        total[p << shift | last(p)] += until(p) - tick;
      } else {
        intervals[p] = tick << 8 | last(p);
      }
    }
    since = tick;
  }
}
