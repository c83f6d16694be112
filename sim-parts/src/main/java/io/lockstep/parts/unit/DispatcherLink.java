// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.core.engine.Port;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.WorkGroupRecord;

record DispatcherLink(String name, int index, Port groups, Port reports, GroupTable table) {
  boolean hasMessage() {
    return !groups.isEmpty();
  }

  long kind() {
    return groups.headA();
  }

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

  long reportTicks() {
    return reports.latency();
  }

  void report(long kind, int value) {
    if (!reports.send(kind, (long) index << 32 | value)) {
      throw new IllegalStateException(name + ": the dispatcher takes no report");
    }
  }
}
