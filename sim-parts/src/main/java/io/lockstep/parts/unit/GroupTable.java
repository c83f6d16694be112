package io.lockstep.parts.unit;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * The records of the work-groups that are resident, by an index that fits a message.
 *
 * <p>The dispatcher puts and takes; a compute unit reads between the message that brings the index
 * and its own that gives it back, which also orders the memory accesses of their threads.
 */
public final class GroupTable {
  private final WorkGroupRecord[] records;
  private final int[] free;
  private int freeCount;

  /**
   * An empty table.
   *
   * @param capacity groups of all compute units together
   */
  public GroupTable(int capacity) {
    records = new WorkGroupRecord[capacity];
    free = new int[capacity];
    for (int i = capacity - 1; i >= 0; i--) {
      free[freeCount++] = i;
    }
  }

  /**
   * Keeps a record; called by the dispatcher alone.
   *
   * @param record of a group that gets a slot
   * @return its index, until {@link #take}
   */
  public int put(WorkGroupRecord record) {
    int index = free[--freeCount];
    records[index] = record;
    return index;
  }

  WorkGroupRecord get(int index) {
    return records[index];
  }

  /**
   * Frees an index; called by the dispatcher alone.
   *
   * @param index of a group that has ended
   */
  public void take(int index) {
    records[index] = null;
    free[freeCount++] = index;
  }

  /** {@return ids of the resident groups} */
  public LongStream groups() {
    return Arrays.stream(records).filter(Objects::nonNull).mapToLong(WorkGroupRecord::group);
  }

  int resident() {
    return records.length - freeCount;
  }

  /**
   * Writes the table; records are written as their group's id.
   *
   * @param out all indexes are written, free ones as such
   */
  public void save(StateWriter out) {
    long[] groups = new long[records.length];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = records[i] == null ? -1 : records[i].group();
    }
    out.writeLongs(groups);
    out.writeInts(free);
    out.writeInt(freeCount);
  }

  /**
   * Replaces the table by a saved one of the same capacity.
   *
   * @param in where {@link #save} wrote
   * @param find finds a work-group's record by its id
   */
  public void load(StateReader in, LongFunction<WorkGroupRecord> find) {
    long[] groups = in.readLongs();
    in.expect("room for resident work-groups", records.length, groups.length);
    for (int i = 0; i < groups.length; i++) {
      records[i] = groups[i] < 0 ? null : find.apply(groups[i]);
    }
    in.readInto(free);
    freeCount = in.readInt();
  }
}
