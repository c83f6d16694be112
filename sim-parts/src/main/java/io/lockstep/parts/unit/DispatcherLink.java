package io.lockstep.parts.unit;

import io.lockstep.core.engine.Port;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.WorkGroupRecord;

/**
 * A compute unit's end of its ports from and to the dispatcher. Belongs to the unit's partition.
 */
final class DispatcherLink {
  private final String name;
  private final int index;
  private final Port groups;
  private final Port reports;
  private final GroupTable table;

  /**
   * Connects a unit.
   *
   * @param name of the unit, for messages
   * @param index number of the unit in the device
   * @param groups delivers indexes of {@code table}, and drain requests
   * @param reports receives ended groups and the end of draining
   * @param table records of the resident groups
   */
  DispatcherLink(String name, int index, Port groups, Port reports, GroupTable table) {
    this.name = name;
    this.index = index;
    this.groups = groups;
    this.reports = reports;
    this.table = table;
  }

  boolean hasMessage() {
    return !groups.isEmpty();
  }

  /** Returns the kind of the oldest message. */
  long kind() {
    return groups.headA();
  }

  /** Removes the oldest message; returns its group's index in the table. */
  int take() {
    int tableIndex = (int) groups.headB();
    groups.pop();
    return tableIndex;
  }

  WorkGroupRecord record(int tableIndex) {
    return table.get(tableIndex);
  }

  LaunchPlan launch(int tableIndex) {
    return table.launch(tableIndex);
  }

  /** Returns the latency of a report in ticks. */
  long reportTicks() {
    return reports.latency();
  }

  void report(long kind, int value) {
    if (!reports.send(kind, (long) index << 32 | value)) {
      throw new IllegalStateException(name + ": the dispatcher takes no report");
    }
  }
}
