// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Keeps the items of the latest operation in memory, to compute its time. Not thread-safe. */
final class LatestOperation {
  private static final long MOST_BYTES = 256L << 20;

  private final OperationTimer timer;
  private final List<ProgramItem> items = new ArrayList<>();
  private long bytes;

  LatestOperation(OperationTimer timer) {
    this.timer = timer;
  }

  void begin(HostStep step) {
    items.clear();
    bytes = 0;
    items.add(step);
  }

  void add(ProgramItem item) {
    bytes += item.heldBytes();
    if (bytes <= MOST_BYTES) {
      items.add(item);
    }
  }

  /**
   * Returns the nanoseconds of the operation; empty if they are unknown, or if the operation is too
   * large to be kept.
   */
  OptionalLong nanos(Program program) {
    return bytes > MOST_BYTES ? OptionalLong.empty() : timer.nanos(program, List.copyOf(items));
  }
}
