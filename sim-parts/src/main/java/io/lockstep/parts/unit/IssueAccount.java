package io.lockstep.parts.unit;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.stats.IssueScheme;
import io.lockstep.parts.stats.RowTicks;
import java.util.Arrays;

/**
 * Where the time of a compute unit's issue ports goes: every tick of every port belongs to exactly
 * one cause, counted in intervals.
 *
 * <p>Causes are the device's ({@link IssueScheme}), told by their numbers. A port's time is
 * accounted for in order ({@link #advance}); what lies between its last interval and a report
 * counts as the port's {@link #state}. Intervals may reach into the future by one, as an issue that
 * has just begun does. Times in ticks. Not thread-safe.
 *
 * <p>If that is asked for ({@link #byRow}), each interval also belongs to a row of the code that
 * runs: the one that issues, or that a wavefront waits at. A model that names none is not refused:
 * its time is not attributed, or nobody's where the port is idle.
 */
public final class IssueAccount implements Stateful {
  private final IssueScheme scheme;
  private final long[] total;
  private final long[] intervals; // by port: where the last one ends, and in the low byte its cause
  private final byte[] state;
  private long since;
  private RowAccount rows; // null where nobody asks
  private PortTimeline timeline; // null where nobody looks

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
   * Says whether time is wanted by rows of the code, from the next launch on.
   *
   * @param wanted false costs nothing
   */
  public void byRow(boolean wanted) {
    rows = wanted ? new RowAccount(ports(), total.length) : null;
  }

  /** {@return whether time is wanted by rows of the code: models may spare the search for one} */
  public boolean isByRow() {
    return rows != null;
  }

  /**
   * Accounts for a port's time from where it was last accounted for, without a row of the code.
   *
   * @param port issue port
   * @param tick end of the interval; nothing happens if it is not beyond the last one
   * @param cause what the interval was spent on
   */
  public void advance(int port, long tick, int cause) {
    advance(port, tick, cause, rowOf(cause));
  }

  /**
   * Accounts for a port's time from where it was last accounted for.
   *
   * @param port issue port
   * @param tick end of the interval; nothing happens if it is not beyond the last one
   * @param cause what the interval was spent on
   * @param row of the code that runs: what issued or waited; {@link RowTicks#NONE} for nobody
   */
  public void advance(int port, long tick, int cause, int row) {
    long from = intervals[port] >> 8;
    if (tick > from) {
      total[cause] += tick - from;
      intervals[port] = tick << 8 | cause;
      if (rows != null) {
        rows.charge(port, from, tick, cause, row);
      }
      if (timeline != null) {
        timeline.charge(port, from, tick, cause);
      }
    }
  }

  /** The row of time of which a model tells the cause alone. */
  private int rowOf(int cause) {
    return cause == scheme.idle().ordinal() ? RowTicks.NONE : RowTicks.UNTOLD;
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
   * What a port's time counts as from here on, unless it is accounted for otherwise; without a row.
   *
   * @param port from 0 on
   * @param cause the scheme's number
   */
  public void state(int port, int cause) {
    state(port, cause, rowOf(cause));
  }

  /**
   * What a port's time counts as from here on, unless it is accounted for otherwise.
   *
   * @param port from 0 on
   * @param cause the scheme's number
   * @param row of the code that runs, or {@link RowTicks#NONE}
   */
  public void state(int port, int cause, int row) {
    state[port] = (byte) cause;
    if (rows != null) {
      rows.state(port, row);
    }
  }

  /**
   * Closes a port's open interval with its state and gives it a new one, without a row: for models
   * that know when a cause begins.
   *
   * @param port from 0 on
   * @param tick when the new cause begins
   * @param cause the scheme's number
   */
  public void change(int port, long tick, int cause) {
    change(port, tick, cause, rowOf(cause));
  }

  /**
   * Closes a port's open interval with its state and gives it a new one: for models that know when
   * a cause begins.
   *
   * @param port from 0 on
   * @param tick when the new cause begins
   * @param cause the scheme's number
   * @param row of the code that runs, or {@link RowTicks#NONE}
   */
  public void change(int port, long tick, int cause, int row) {
    advance(port, tick, state[port], rows == null ? RowTicks.UNTOLD : rows.state(port));
    state(port, cause, row);
  }

  /**
   * A launch begins: from a tick on, time is counted by rows of its code. Only where that is
   * wanted.
   *
   * @param count rows of the code
   * @param tick not before now
   */
  public void beginRows(int count, long tick) {
    rows.begin(count, tick);
    for (int p = 0; p < intervals.length; p++) {
      rows.reaches(last(p), until(p));
    }
  }

  /**
   * Takes down from a tick on what ports' time goes to; null ends that, and writes what is open.
   *
   * @param wanted of the account's unit, or null
   * @param tick now
   */
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
   * Adds ticks by row and cause from the launch's beginning to a tick.
   *
   * @param tick not before the launch's
   * @param out of the code that runs, or ran last
   */
  public void report(long tick, RowTicks out) {
    out.add(rows.charged());
    for (int p = 0; p < intervals.length; p++) {
      rows.open(p, until(p), tick, state[p], last(p), out);
    }
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
    if (timeline != null) {
      chargeStates(tick);
    }
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
    out.writeBoolean(rows != null);
    if (rows != null) {
      rows.save(out);
    }
  }

  @Override
  public void load(StateReader in) {
    in.readInto(total);
    in.readInto(intervals);
    in.readInto(state);
    since = in.readLong();
    boolean saved = in.readBoolean();
    if (rows != null && !saved) {
      throw in.wrong("it was saved without ticks by row");
    }
    if (rows != null) {
      rows.load(in);
    } else if (saved) {
      RowAccount.skip(in);
    }
  }
}
