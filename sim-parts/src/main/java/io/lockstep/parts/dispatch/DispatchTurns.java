package io.lockstep.parts.dispatch;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.parts.rate.Rate;
import java.util.Arrays;

/**
 * The turns of the engines that hand out work-groups: each serves an equal share of the compute
 * units, with consecutive numbers, and starts groups there at a rate of its own. Not thread-safe.
 */
final class DispatchTurns {
  /** No turn comes by itself. */
  static final long NEVER = Long.MAX_VALUE;

  private final Rate rate;
  private final int unitsOfEngine;
  private final long[] nextFree; // by engine, in fractions of a tick

  /**
   * @param rate of one engine
   * @param engines at least 1
   * @param units of all engines
   */
  DispatchTurns(Rate rate, int engines, int units) {
    this.rate = rate;
    unitsOfEngine = (units + engines - 1) / engines;
    nextFree = new long[engines];
  }

  /** A launch begins: every engine has a turn. */
  void begin() {
    Arrays.fill(nextFree, 0);
  }

  /** Whether the engine of a unit has a turn. */
  boolean isOf(int unit, long tick) {
    return isOpen(unit / unitsOfEngine, tick);
  }

  /** Whether an engine has a turn. */
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

  /** The engine of a unit starts a group. */
  void take(int unit, long tick) {
    int engine = unit / unitsOfEngine;
    nextFree[engine] = rate.reserve(nextFree[engine], tick, 1);
  }

  /** The first tick after one at which an engine has a turn. */
  long next(long tick) {
    long free = nextFree[0];
    for (int e = 1; e < nextFree.length; e++) {
      free = Math.min(free, nextFree[e]);
    }
    return Math.max(tick + 1, free / rate.amount());
  }

  /** The tick at which an engine without a turn has one again, or {@link #NEVER} if all have. */
  long nextOfOthers(long tick) {
    long next = NEVER;
    for (int e = 0; e < nextFree.length; e++) {
      if (!isOpen(e, tick)) {
        next = Math.min(next, Math.max(tick + 1, nextFree[e] / rate.amount()));
      }
    }
    return next;
  }

  /** Writes the turns into the part that is open. */
  void save(StateWriter out) {
    for (long free : nextFree) {
      out.writeLong(free);
    }
  }

  /** Replaces the turns by saved ones. */
  void load(StateReader in) {
    for (int e = 0; e < nextFree.length; e++) {
      nextFree[e] = in.readLong();
    }
  }
}
