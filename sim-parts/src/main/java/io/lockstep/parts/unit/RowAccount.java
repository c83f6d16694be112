// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.stats.RowTicks;
import java.util.Arrays;

/** Attributes the time of an {@link IssueAccount} to rows of a launch's code. */
final class RowAccount {
  private final int causes;
  private final int[] last; // by port: row of the last interval
  private final int[] state; // by port: row of the port's time after the last interval
  private RowTicks ticks;
  private long since;

  RowAccount(int ports, int causes) {
    this.causes = causes;
    last = new int[ports];
    state = new int[ports];
    ticks = new RowTicks(0, causes);
    Arrays.fill(state, RowTicks.NONE);
    Arrays.fill(last, RowTicks.UNTOLD);
  }

  void begin(int rows, long tick) {
    if (ticks.rows() == rows) {
      ticks.clear();
    } else {
      ticks = new RowTicks(rows, causes);
    }
    since = tick;
    for (int p = 0; p < last.length; p++) { // rows of the previous launch are invalid
      last[p] = RowTicks.UNTOLD;
      state[p] = Math.min(state[p], RowTicks.NONE);
    }
  }

  /** Counts the part of a port's last interval that lies in the launch. */
  void reaches(int cause, long until) {
    if (until > since) {
      ticks.add(RowTicks.UNTOLD, cause, until - since);
    }
  }

  void charge(int port, long from, long until, int cause, int row) {
    last[port] = row;
    long begun = Math.max(from, since);
    if (until > begun) {
      ticks.add(row, cause, until - begun);
    }
  }

  void state(int port, int row) {
    state[port] = row;
  }

  int state(int port) {
    return state[port];
  }

  /** Adds a port's time between its last interval and a tick; subtracts the time after the tick. */
  void open(int port, long until, long tick, int stateCause, int lastCause, RowTicks out) {
    long begun = Math.max(until, since);
    if (begun < tick) {
      out.add(state[port], stateCause, tick - begun);
    } else if (begun > tick) {
      out.add(last[port], lastCause, tick - begun);
    }
  }

  RowTicks charged() {
    return ticks;
  }
}
