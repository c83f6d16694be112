// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import io.lockstep.parts.dispatch.Dispatcher;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.stats.CodeCounts;
import io.lockstep.spi.stats.RowTicks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Times by row and critical paths of the running or last launch. They exist only for a launch that
 * began while no other one was running. Not thread-safe.
 */
final class LaunchObservation {
  private final ComputeUnit[] units;
  private final MemorySide memory;
  private final Dispatcher dispatcher;
  private boolean byRow;
  private boolean byPath;
  private boolean together; // whether the last launch began while another one was running
  private int rows; // of the code of the running or last launch

  LaunchObservation(ComputeUnit[] units, MemorySide memory, Dispatcher dispatcher) {
    this.units = units;
    this.memory = memory;
    this.dispatcher = dispatcher;
  }

  void byRow(boolean wanted) {
    byRow = wanted;
    for (ComputeUnit unit : units) {
      unit.byRow(wanted && !together);
    }
  }

  void byPath(boolean wanted) {
    byPath = wanted;
  }

  /** Enables what was requested, for a launch that begins alone. */
  void follow(boolean alone) {
    if (together == alone) {
      together = !alone;
      byRow(byRow);
    }
    boolean wanted = byPath && alone;
    memory.follow(wanted);
    List<WavefrontPaths> paths = new ArrayList<>();
    for (ComputeUnit unit : units) {
      paths.add(unit.follow(wanted));
    }
    dispatcher.follow(wanted ? paths : null);
  }

  /** Begins a launch whose code has so many rows. */
  void begin(int ofCode, long tick) {
    if (byRow && !together) {
      rows = ofCode;
      for (ComputeUnit unit : units) {
        unit.account().beginRows(rows, tick);
      }
    }
  }

  Optional<CodeCounts> codeCounts() {
    if (!byRow || together) {
      return Optional.empty();
    }
    long[] executions = null;
    for (ComputeUnit unit : units) {
      executions = unit.addExecutions(executions);
    }
    return Optional.ofNullable(executions).map(e -> new CodeCounts(e, memory.dramBytes(rows)));
  }

  Optional<RowTicks> rows(long tick) {
    if (!byRow || together) {
      return Optional.empty();
    }
    RowTicks sum = new RowTicks(rows, units[0].config().issue().causes().size());
    for (ComputeUnit unit : units) {
      unit.account().report(tick, sum);
    }
    return Optional.of(sum);
  }

  Optional<Path> path() {
    return together ? Optional.empty() : Optional.ofNullable(dispatcher.path());
  }
}
