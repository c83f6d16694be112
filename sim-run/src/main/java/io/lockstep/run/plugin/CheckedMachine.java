// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.Timeline;
import io.lockstep.spi.host.HostTransfer;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.stats.CodeCounts;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Arrays;
import java.util.Optional;

/**
 * Wraps a plug-in's machine and checks it against the contract. Its methods are called a few times
 * per launch; events do not pass through this class.
 */
final class CheckedMachine implements Machine {
  private final Machine machine;
  private final ModelBoundary boundary;
  private long[] launchedAt = {0}; // by slot

  CheckedMachine(Machine machine, ModelBoundary boundary) {
    this.machine = machine;
    this.boundary = boundary;
  }

  /** Returns the plug-in's machine if the given machine is checked, otherwise the given machine. */
  static Machine modelOf(Machine machine) {
    return machine instanceof CheckedMachine checked ? checked.machine : machine;
  }

  @Override
  public int launchSlots() {
    return boundary.call(machine, "launchSlots", machine::launchSlots);
  }

  @Override
  public void launch(int slot, LaunchPlan launch, WorkGroupSource groups, long tick) {
    if (slot >= launchedAt.length) {
      launchedAt = Arrays.copyOf(launchedAt, slot + 1);
    }
    launchedAt[slot] = tick;
    boundary.run(machine, "launch", () -> machine.launch(slot, launch, groups, tick));
  }

  @Override
  public boolean idle(int slot) {
    return boundary.call(machine, "idle", () -> machine.idle(slot));
  }

  @Override
  public long finishedAt(int slot) {
    long tick = boundary.call(machine, "finishedAt", () -> machine.finishedAt(slot));
    long since = slot < launchedAt.length ? launchedAt[slot] : 0;
    if (tick < since) {
      throw boundary.wrong(
          machine, "finishedAt", "returned " + tick + "; its launch started at tick " + since);
    }
    return tick;
  }

  @Override
  public int copyEngines() {
    return boundary.call(machine, "copyEngines", machine::copyEngines);
  }

  @Override
  public void transfer(int engine, HostTransfer transfer, long tick) {
    boundary.run(machine, "transfer", () -> machine.transfer(engine, transfer, tick));
  }

  @Override
  public long transferredAt(int engine) {
    return boundary.call(machine, "transferredAt", () -> machine.transferredAt(engine));
  }

  @Override
  public void hostTouched() {
    boundary.run(machine, "hostTouched", machine::hostTouched);
  }

  @Override
  public void resetStatistics(long tick) {
    boundary.run(machine, "resetStatistics", () -> machine.resetStatistics(tick));
  }

  @Override
  public void statistics(long tick, StatisticsSink out) {
    StatisticsSink named = new NamedSink("statistics", out);
    boundary.run(machine, "statistics", () -> machine.statistics(tick, named));
  }

  @Override
  public void sample(long tick, StatisticsSink out) {
    StatisticsSink named = new NamedSink("sample", out);
    boundary.run(machine, "sample", () -> machine.sample(tick, named));
  }

  @Override
  public long capacity(int slot) {
    return boundary.call(machine, "capacity", () -> machine.capacity(slot));
  }

  @Override
  public long lookAhead(int slot) {
    return boundary.call(machine, "lookAhead", () -> machine.lookAhead(slot));
  }

  @Override
  public long warmBytes() {
    return boundary.call(machine, "warmBytes", machine::warmBytes);
  }

  @Override
  public long keptBytes() {
    return boundary.call(machine, "keptBytes", machine::keptBytes);
  }

  @Override
  public long warm(LaunchPlan launch, WorkGroupRecord group) {
    return boundary.call(machine, "warm", () -> machine.warm(launch, group));
  }

  @Override
  public void warmUnits(long[] addresses) {
    boundary.run(machine, "warmUnits", () -> machine.warmUnits(addresses));
  }

  @Override
  public void warmed() {
    boundary.run(machine, "warmed", machine::warmed);
  }

  @Override
  public void forget(long address, long bytes) {
    boundary.run(machine, "forget", () -> machine.forget(address, bytes));
  }

  @Override
  public void interim(long tick, StatisticsSink out) {
    StatisticsSink named = new NamedSink("interim", out);
    boundary.run(machine, "interim", () -> machine.interim(tick, named));
  }

  @Override
  public long place(long[] bufferBytes, long[] addressOut) {
    return boundary.call(machine, "place", () -> machine.place(bufferBytes, addressOut));
  }

  @Override
  public void perUnit(boolean wanted) {
    boundary.run(machine, "perUnit", () -> machine.perUnit(wanted));
  }

  @Override
  public void byRow(boolean wanted) {
    boundary.run(machine, "byRow", () -> machine.byRow(wanted));
  }

  @Override
  public Optional<RowTicks> rows(long tick) {
    return boundary.call(machine, "rows", () -> machine.rows(tick));
  }

  @Override
  public Optional<CodeCounts> codeCounts() {
    return boundary.call(machine, "codeCounts", machine::codeCounts);
  }

  @Override
  public void byPath(boolean wanted) {
    boundary.run(machine, "byPath", () -> machine.byPath(wanted));
  }

  @Override
  public Optional<Path> path() {
    return boundary.call(machine, "path", machine::path);
  }

  @Override
  public void observe(Timeline timeline, long tick) {
    boundary.run(machine, "observe", () -> machine.observe(timeline, tick));
  }

  /** Rejects statistics without a name. */
  private final class NamedSink implements StatisticsSink {
    private final String method;
    private final StatisticsSink out;

    NamedSink(String method, StatisticsSink out) {
      this.method = method;
      this.out = out;
    }

    @Override
    public void count(String name, long value) {
      require(name);
      out.count(name, value);
    }

    @Override
    public void ratio(String name, long numerator, long denominator) {
      require(name);
      out.ratio(name, numerator, denominator);
    }

    private void require(String name) {
      if (name == null || name.isBlank()) {
        throw boundary.wrong(machine, method, "gave a statistic without a name");
      }
    }
  }
}
