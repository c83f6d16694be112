// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.WorkGroupRecord;

/**
 * The records and launches of the resident work-groups, by an index that fits into a message.
 *
 * <p>The dispatcher adds and removes records. A compute unit reads a record between the message
 * that carries the index and the message that returns it; these messages also order the threads'
 * memory accesses.
 */
public final class GroupTable {
  private final WorkGroupRecord[] records;
  private final int[] slot; // by index: slot of the launch
  private final LaunchPlan[] launches; // by slot: running or last launch
  private final int[] free;
  private int freeCount;

  /**
   * Creates an empty table.
   *
   * @param capacity maximum number of resident groups of all compute units together
   * @param slots maximum number of concurrent launches
   */
  public GroupTable(int capacity, int slots) {
    records = new WorkGroupRecord[capacity];
    slot = new int[capacity];
    launches = new LaunchPlan[slots];
    free = new int[capacity];
    for (int i = capacity - 1; i >= 0; i--) {
      free[freeCount++] = i;
    }
  }

  /** {@return the maximum number of concurrent launches} */
  public int slots() {
    return launches.length;
  }

  /**
   * Begins a launch; called only between synchronization windows.
   *
   * @param number index of the launch's slot
   * @param launch code and geometry
   */
  public void launch(int number, LaunchPlan launch) {
    launches[number] = launch;
  }

  /**
   * Adds a record; called only by the dispatcher.
   *
   * @param record record of the group
   * @param number index of the launch's slot
   * @return the index of the record, valid until {@link #take}
   */
  public int put(WorkGroupRecord record, int number) {
    int index = free[--freeCount];
    records[index] = record;
    slot[index] = number;
    return index;
  }

  LaunchPlan launch(int index) {
    return launches[slot[index]];
  }

  WorkGroupRecord get(int index) {
    return records[index];
  }

  /**
   * Frees an index; called only by the dispatcher.
   *
   * @param index index of a group that has ended
   */
  public void take(int index) {
    records[index] = null;
    free[freeCount++] = index;
  }
}
