// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import java.util.Arrays;

/**
 * Tracks which launch holds each compute unit. A unit is handed over when its groups have ended and
 * its writes have drained. A launch without free units claims units from launches that hold more
 * than an equal share or have started all their groups; until the handover, it limits its groups
 * per unit as if it already held them.
 */
final class UnitHolders {
  private static final byte NONE = -1;

  private final RunningLaunches slots;
  private final int[] resident; // by unit: resident groups
  private final byte[] holder; // by unit: slot of the launch that holds it, or NONE
  private final byte[] next; // by unit: slot of the launch that has claimed it, or NONE
  private final byte[] drains; // by unit: 1 if a drain request was sent

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

  int resident(int unit) {
    return resident[unit];
  }

  /** Whether no launch holds a unit; it then has neither groups nor pending writes. */
  boolean isFree(int unit) {
    return holder[unit] == NONE;
  }

  boolean isOf(RunningLaunch slot, int unit) {
    return holder[unit] == slot.number;
  }

  RunningLaunch holder(int unit) {
    return slots.get(holder[unit]);
  }

  /** Whether a unit takes a group of a launch, regardless of rate and domain limits. */
  boolean admits(RunningLaunch slot, int unit) {
    return resident[unit] < (slot.claimed == 0 ? slot.groupLimit : slot.spread)
        && drains[unit] == 0
        && (next[unit] == NONE ? isOf(slot, unit) || isFree(unit) : passesTo(slot, unit));
  }

  private boolean passesTo(RunningLaunch slot, int unit) {
    return next[unit] == slot.number && isFree(unit);
  }

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

  /** Counts the end of a group; returns whether the unit is now empty and claimed. */
  boolean ended(int unit) {
    return --resident[unit] == 0 && next[unit] != NONE;
  }

  /** Marks a unit as draining; returns false if it was draining already. */
  boolean drain(int unit) {
    boolean asks = drains[unit] == 0;
    drains[unit] = 1;
    return asks;
  }

  /** Releases a drained unit; returns its former holder. */
  RunningLaunch drained(int unit) {
    RunningLaunch slot = holder(unit);
    drains[unit] = 0;
    holder[unit] = NONE;
    if (next[unit] == NONE) {
      slot.units--;
    }
    return slot;
  }

  boolean isClaimable(RunningLaunch slot, int unit, int share) {
    if (isFree(unit) || isOf(slot, unit) || next[unit] != NONE) {
      return false;
    }
    RunningLaunch of = holder(unit);
    return of.hasStartedAll() || of.units > share && !of.waitsForItself;
  }

  /** Claims a unit; returns whether it is empty and can be drained at once. */
  boolean claim(RunningLaunch slot, int unit) {
    holder(unit).units--;
    slot.units++;
    slot.claimed++;
    next[unit] = (byte) slot.number;
    return resident[unit] == 0;
  }

  /** Cancels the pending claims of a launch that has no more groups. */
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
}
