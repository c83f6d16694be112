package io.lockstep.parts.dispatch;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import java.util.Arrays;

/**
 * Which launch holds each compute unit: a unit has work-groups of one launch at a time, and passes
 * to another when its groups have ended and its writes are done. A launch that finds no unit claims
 * units, up to an equal share for each launch that has groups to start, of those that hold more
 * than theirs or have started all their groups. Until they have passed, its groups spread as if
 * they had. Not thread-safe.
 */
final class UnitHolders {
  private static final byte NONE = -1;

  private final RunningLaunches slots;
  private final int[] resident; // groups by unit
  private final byte[] holder; // slot, or NONE
  private final byte[] next; // slot that it passes to, or NONE
  private final byte[] drains; // whether it is asked to drain

  UnitHolders(RunningLaunches slots, int units) {
    this.slots = slots;
    resident = new int[units];
    holder = new byte[units];
    next = new byte[units];
    drains = new byte[units];
    Arrays.fill(holder, NONE);
    Arrays.fill(next, NONE);
  }

  int count() {
    return resident.length;
  }

  /** Groups on a unit or on their way to it. */
  int resident(int unit) {
    return resident[unit];
  }

  /** Whether no launch holds a unit: then it has neither groups nor writes. */
  boolean isFree(int unit) {
    return holder[unit] == NONE;
  }

  /** Whether a launch holds a unit. */
  boolean isOf(RunningLaunch slot, int unit) {
    return holder[unit] == slot.number;
  }

  /** The launch that holds a unit. */
  RunningLaunch holder(int unit) {
    return slots.get(holder[unit]);
  }

  /** Whether a unit takes a group of a launch, as far as the two are concerned. */
  boolean admits(RunningLaunch slot, int unit) {
    return resident[unit] < (slot.claimed == 0 ? slot.groupLimit : slot.spread)
        && drains[unit] == 0
        && (next[unit] == NONE ? isOf(slot, unit) || isFree(unit) : passesTo(slot, unit));
  }

  /** Whether a unit is free for the launch that claimed it. */
  private boolean passesTo(RunningLaunch slot, int unit) {
    return next[unit] == slot.number && isFree(unit);
  }

  /** A group of a launch leaves for a unit. */
  void sends(RunningLaunch slot, int unit) {
    resident[unit]++;
    if (isFree(unit)) {
      holder[unit] = (byte) slot.number;
      if (next[unit] == NONE) {
        slot.units++;
      } else {
        slot.claimed--;
      }
      next[unit] = NONE;
    }
  }

  /** A group has ended on a unit; whether the unit is now empty and passes to another launch. */
  boolean ended(int unit) {
    return --resident[unit] == 0 && next[unit] != NONE;
  }

  /** A unit is asked to drain; false if it has been already. */
  boolean drain(int unit) {
    boolean asks = drains[unit] == 0;
    drains[unit] = 1;
    return asks;
  }

  /** A unit has drained: its holder, which leaves it. */
  RunningLaunch drained(int unit) {
    RunningLaunch slot = holder(unit);
    drains[unit] = 0;
    holder[unit] = NONE;
    if (next[unit] == NONE) {
      slot.units--;
    }
    return slot;
  }

  /** Whether a launch may claim a unit. */
  boolean isClaimable(RunningLaunch slot, int unit, int share) {
    if (isFree(unit) || isOf(slot, unit) || next[unit] != NONE) {
      return false;
    }
    RunningLaunch of = holder(unit);
    return of.hasStartedAll() || of.units > share && !of.waitsForItself;
  }

  /** A launch claims a unit; whether it is empty, so that it can be drained at once. */
  boolean claim(RunningLaunch slot, int unit) {
    holder(unit).units--;
    slot.units++;
    slot.claimed++;
    next[unit] = (byte) slot.number;
    return resident[unit] == 0;
  }

  /** A launch has no more groups: what it has claimed is left to those that hold it. */
  void disclaim(RunningLaunch slot) {
    for (int u = 0; u < next.length; u++) {
      if (next[u] == slot.number) {
        next[u] = NONE;
        slot.units--;
        slot.claimed--;
        if (!isFree(u)) {
          holder(u).units++;
        }
      }
    }
  }

  void save(StateWriter out) {
    out.writeInts(resident);
    out.writeBytes(holder);
    out.writeBytes(next);
    out.writeBytes(drains);
  }

  void load(StateReader in) {
    in.readInto(resident);
    in.readInto(holder);
    in.readInto(next);
    in.readInto(drains);
  }
}
