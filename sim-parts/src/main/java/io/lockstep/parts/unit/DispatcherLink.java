package io.lockstep.parts.unit;

import io.lockstep.core.engine.Port;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.WorkGroupRecord;

/**
 * A compute unit's end of its ports from and to the dispatcher: groups come as indexes of a common
 * table, reports go. Belongs to the unit's partition; not thread-safe.
 */
final class DispatcherLink {
  private final String name;
  private final int index;
  private final Port groups;
  private final Port reports;
  private final GroupTable table;

  /**
   * @param name of the unit, for messages
   * @param index number of the unit in the device
   * @param groups brings indexes of {@code table}, and what asks to drain
   * @param reports takes groups that have ended, and word that the unit has drained
   * @param table records of the resident groups
   */
  DispatcherLink(String name, int index, Port groups, Port reports, GroupTable table) {
    this.name = name;
    this.index = index;
    this.groups = groups;
    this.reports = reports;
    this.table = table;
  }

  /** Whether a message waits. */
  boolean hasMessage() {
    return !groups.isEmpty();
  }

  /** What the oldest message is. */
  long kind() {
    return groups.headA();
  }

  /** Takes the oldest message: the index of its group. */
  int take() {
    int tableIndex = (int) groups.headB();
    groups.pop();
    return tableIndex;
  }

  /** The record of a group that has come. */
  WorkGroupRecord record(int tableIndex) {
    return table.get(tableIndex);
  }

  /** The launch of a group that has come. */
  LaunchPlan launch(int tableIndex) {
    return table.launch(tableIndex);
  }

  /** Ticks that a report travels. */
  long reportTicks() {
    return reports.latency();
  }

  /** Tells the dispatcher. */
  void report(long kind, int value) {
    if (!reports.send(kind, (long) index << 32 | value)) {
      throw new IllegalStateException(name + ": the dispatcher takes no report");
    }
  }
}
