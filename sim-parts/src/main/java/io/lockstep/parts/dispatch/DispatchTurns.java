// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import io.lockstep.parts.rate.Rate;
import java.util.Arrays;

/** Rate limits of the dispatch engines, each of which serves consecutive compute units. */
final class DispatchTurns {
  // Result of nextOfOthers if all engines are free.
  static final long NEVER = Long.MAX_VALUE;

  private final Rate rate;
  private final int unitsOfEngine;
  private final long[] nextFree; // by engine: end of its last reservation, in fractions of a tick

  DispatchTurns(Rate rate, int engines, int units) {
    this.rate = rate;
    unitsOfEngine = (units + engines - 1) / engines;
    nextFree = new long[engines];
  }

  void begin() {
    Arrays.fill(nextFree, 0);
  }

  boolean isOf(int unit, long tick) {
    return isOpen(unit / unitsOfEngine, tick);
  }

  boolean isAny(long tick) {
    for (int e = 0; e < nextFree.length; e++) {
      if (isOpen(e, tick)) {
        return true;
      }
    }
    return false;
  }

  private boolean isOpen(int engine, long tick) {
    return rate.start(nextFree[engine], tick) < (tick + 1) * rate.amount();
  }

  void take(int unit, long tick) {
    int engine = unit / unitsOfEngine;
    nextFree[engine] = rate.reserve(nextFree[engine], tick, 1);
  }

  /** Returns the first tick after {@code tick} at which any engine is free. */
  long next(long tick) {
    long free = nextFree[0];
    for (int e = 1; e < nextFree.length; e++) {
      free = Math.min(free, nextFree[e]);
    }
    return Math.max(tick + 1, free / rate.amount());
  }

  /** Returns the first tick at which an engine not free now is free; {@link #NEVER} if all are. */
  long nextOfOthers(long tick) {
    long next = NEVER;
    for (int e = 0; e < nextFree.length; e++) {
      if (!isOpen(e, tick)) {
        next = Math.min(next, Math.max(tick + 1, nextFree[e] / rate.amount()));
      }
    }
    return next;
  }
}
