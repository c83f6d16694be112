// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import io.lockstep.parts.dispatch.Dispatcher;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.Totals;

/** Checks that parts' statistics agree: one part received as much as another one sent. */
record MachineIdentities(ComputeUnit[] units, MemorySide memory, Dispatcher dispatcher) {
  void check(long ticks, Totals sum) {
    if (sum.get("work_groups") != dispatcher.dispatched()) {
      throw new IllegalStateException(
          dispatcher.dispatched() + " groups were handed out, " + sum.get("work_groups") + " came");
    }
    long expected = 0;
    long issue = 0;
    for (ComputeUnit unit : units) {
      expected += ticks * unit.config().issuePorts();
    }
    for (Statistic cause : units[0].config().issue().declared()) {
      issue += sum.get(cause.name());
    }
    if (issue != expected) {
      throw new IllegalStateException("issue.* adds up to " + issue + ", not " + expected);
    }
    long requests = 0;
    long bytes = 0;
    for (ComputeUnit unit : units) {
      for (MemoryUnit m : unit.memoryUnits()) {
        requests += m.requests();
        bytes += m.requestedBytes();
      }
    }
    if (bytes != memory.readBytes() + memory.writtenBytes()) {
      throw new IllegalStateException(
          "%s bytes were asked of memory or sent to it, it saw %s and %s"
              .formatted(bytes, memory.readBytes(), memory.writtenBytes()));
    }
    if (requests != memory.requests()) {
      throw new IllegalStateException(
          requests + " requests were sent to memory, " + memory.requests() + " were served");
    }
  }
}
