// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import java.util.Arrays;

/** Work-groups on a compute unit, with their wavefront slots in the order of the group. */
final class ResidentGroups {
  private static final int NONE = -1;

  private final int[] tableIndex; // by group slot: index in the group table, or NONE
  private final int[] first;
  private final int[] groupOf; // by wavefront slot: group slot, or NONE
  private final int[] next;
  private final byte[] atBarrier; // by wavefront slot: the barrier's number, or NONE
  private int groups;
  private int wavefronts;

  ResidentGroups(int groups, int wavefronts) {
    tableIndex = new int[groups];
    Arrays.fill(tableIndex, NONE);
    first = new int[groups];
    groupOf = new int[wavefronts];
    Arrays.fill(groupOf, NONE);
    next = new int[wavefronts];
    atBarrier = new byte[wavefronts];
    Arrays.fill(atBarrier, (byte) NONE);
  }

  int groups() {
    return groups;
  }

  int wavefronts() {
    return wavefronts;
  }

  int add(int index) {
    int group = 0;
    while (tableIndex[group] >= 0) {
      group++;
    }
    tableIndex[group] = index;
    first[group] = NONE;
    groups++;
    return group;
  }

  int remove(int group) {
    int index = tableIndex[group];
    tableIndex[group] = NONE;
    groups--;
    return index;
  }

  /** Adds a wavefront to a group, after {@code behind}, or as the first if that is negative. */
  void addWavefront(int group, int wavefront, int behind) {
    groupOf[wavefront] = group;
    next[wavefront] = NONE;
    atBarrier[wavefront] = NONE;
    if (behind < 0) {
      first[group] = wavefront;
    } else {
      next[behind] = wavefront;
    }
    wavefronts++;
  }

  /** Removes a wavefront; returns its group, which is negative if the slot was free. */
  int removeWavefront(int wavefront) {
    int group = groupOf[wavefront];
    if (group < 0) {
      return group;
    }
    int w = first[group];
    if (w == wavefront) {
      first[group] = next[w];
    } else {
      while (next[w] != wavefront) {
        w = next[w];
      }
      next[w] = next[wavefront];
    }
    groupOf[wavefront] = NONE;
    wavefronts--;
    return group;
  }

  int first(int group) {
    return first[group];
  }

  /** Returns the next wavefront of the same group, negative after the last. */
  int next(int wavefront) {
    return next[wavefront];
  }

  int groupOf(int wavefront) {
    return groupOf[wavefront];
  }

  int freeSlot() {
    for (int w = 0; w < groupOf.length; w++) {
      if (groupOf[w] < 0) {
        return w;
      }
    }
    return NONE;
  }

  /** Implements {@link ComputeUnit#onlyPolls}; {@code rounds} is null if no wavefront polls. */
  boolean onlyPolls(PollRounds rounds, int[] failures) {
    for (int w = 0; w < failures.length; w++) {
      failures[w] = 0;
      if (groupOf[w] >= 0 && !isAtBarrier(w)) {
        failures[w] = rounds == null ? 0 : rounds.failures(w);
        if (failures[w] == 0) {
          return false;
        }
      }
    }
    return true;
  }

  boolean isAtBarrier(int wavefront) {
    return atBarrier[wavefront] != NONE;
  }

  /** Returns the number of the barrier at which a wavefront waits. */
  int barrier(int wavefront) {
    return atBarrier[wavefront];
  }

  void waitsAt(int wavefront, int number) {
    atBarrier[wavefront] = (byte) number;
  }

  /** Called when the barrier opens at which a wavefront waited. */
  void goesOn(int wavefront) {
    atBarrier[wavefront] = NONE;
  }
}
