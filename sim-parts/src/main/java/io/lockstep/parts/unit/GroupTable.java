// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

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
   * Begins or resumes a launch; called only between synchronization windows.
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

  /**
   * {@return the ids of a launch's resident groups}
   *
   * @param number index of the launch's slot
   */
  public LongStream groups(int number) {
    return IntStream.range(0, records.length)
        .filter(i -> records[i] != null && slot[i] == number)
        .mapToLong(i -> records[i].group());
  }

  /**
   * Writes the table; records are written as group ids.
   *
   * @param out receives all indexes, used or free
   */
  public void save(StateWriter out) {
    long[] groups = new long[records.length];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = records[i] == null ? -1 : records[i].group();
    }
    out.writeLongs(groups);
    out.writeInts(slot);
    out.writeInts(free);
    out.writeInt(freeCount);
  }

  /**
   * Restores a saved table of the same capacity.
   *
   * @param in the saved state
   * @param find by slot: finds a work-group's record by its id
   */
  public void load(StateReader in, List<LongFunction<WorkGroupRecord>> find) {
    long[] groups = in.readLongs();
    in.expect("room for resident work-groups", records.length, groups.length);
    in.readInto(slot);
    for (int i = 0; i < groups.length; i++) {
      records[i] = groups[i] < 0 ? null : find.get(slot[i]).apply(groups[i]);
    }
    in.readInto(free);
    freeCount = in.readInt();
  }
}
