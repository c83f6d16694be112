package io.lockstep.parts.unit;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * The records of resident work-groups, by an index that fits a message.
 *
 * <p>The dispatcher adds and removes records. A compute unit reads a record between the message
 * with its index and its own message that returns it; these messages also order the threads' memory
 * accesses.
 */
public final class GroupTable {
  private final WorkGroupRecord[] records;
  private final int[] free;
  private int freeCount;

  /**
   * Creates an empty table.
   *
   * @param capacity number of groups of all compute units together
   */
  public GroupTable(int capacity) {
    records = new WorkGroupRecord[capacity];
    free = new int[capacity];
    for (int i = capacity - 1; i >= 0; i--) {
      free[freeCount++] = i;
    }
  }

  /**
   * Adds a record; called only by the dispatcher.
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
   * Frees an index; called only by the dispatcher.
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
   * @param in the saved state
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
