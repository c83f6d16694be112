// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import io.lockstep.parts.counters.CycleRoof;
import io.lockstep.parts.counters.LocalMemoryCounts;
import io.lockstep.parts.dispatch.Dispatcher;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.unit.ClockReads;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.MemoryRoofs;
import io.lockstep.parts.unit.PortUse;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.spi.stats.Totals;

record MachineStatistics(
    GpuConfig config,
    ComputeUnit[] units,
    MemorySide memory,
    Dispatcher dispatcher,
    KernelTime time,
    TransferTime transfers) {
  /** Statistics that only samples of a time series contain. */
  static final StatisticSet<Long> SAMPLED =
      StatisticSet.<Long>of("machine")
          .level("wavefronts.resident", "Wavefronts on all units (in a series alone).", n -> n)
          .build();

  /** Returns the ticks between the first and the last clock read of the last launch. */
  long clockSpan() {
    long first = Long.MAX_VALUE;
    long last = -1;
    for (ComputeUnit unit : units) {
      ClockReads reads = unit.clockReads();
      if (reads != null && reads.first() >= 0) {
        first = Math.min(first, reads.first());
        last = Math.max(last, reads.last());
      }
    }
    return last < 0 ? 0 : last - first;
  }

  /** Checks the consistency of an idle machine; returns the sums over its units. */
  Totals checked(long tick, long ticks) {
    Totals sum = new Totals();
    for (ComputeUnit unit : units) {
      unit.check(tick);
      unit.statistics(tick, sum);
    }
    memory.check();
    new MachineIdentities(units, memory, dispatcher).check(ticks, sum);
    return sum;
  }

  /** Writes the statistics of an idle machine; the time of its launches must be counted. */
  void write(long tick, Totals sum, boolean perUnit, StatisticsSink out) {
    write(tick, dispatcher.finishedAt(), sum, perUnit, out);
  }

  /**
   * Writes the statistics at any tick; the caller must have advanced {@link TransferTime} to it.
   */
  void interim(long tick, boolean perUnit, StatisticsSink out) {
    Totals sum = new Totals();
    for (ComputeUnit unit : units) {
      unit.statistics(tick, sum);
    }
    write(tick, tick, sum, perUnit, out);
  }

  private void write(long tick, long end, Totals sum, boolean perUnit, StatisticsSink out) {
    long kernels = time.kernels(tick);
    sum.write("", out);
    if (units[0].clockReads() != null) {
      ClockReads.SPAN.write(time.clocks() + (time.isRunning() ? clockSpan() : 0), out);
    }
    writeShares(tick, sum, kernels, out);
    long busy = time.memory(tick, memory.quiet()) + transfers.alone();
    memory.statistics(end, kernels, busy, out);
    if (perUnit) {
      for (ComputeUnit unit : units) {
        Totals own = new Totals();
        unit.statistics(tick, own);
        own.write("cu[" + unit.index() + "].", out);
      }
      memory.eachInstance(out);
    }
  }

  /** Writes the counts at any tick; the caller must have advanced {@link TransferTime} to it. */
  void sample(long tick, boolean idle, StatisticsSink out) {
    Totals sum = new Totals();
    long resident = 0;
    for (ComputeUnit unit : units) {
      unit.sample(tick, sum);
      resident += unit.residentWavefronts();
    }
    sum.write("", out);
    if (units[0].clockReads() != null) {
      ClockReads.SPAN.write(time.clocks() + (time.isRunning() ? clockSpan() : 0), out);
    }
    SAMPLED.write(resident, out);
    long end = idle ? dispatcher.finishedAt() : tick;
    long kernels = time.kernels(end);
    writeRoofs(sum, kernels, out);
    new MemoryRoofs(units, kernels).writeEntries(out);
    long busy = time.memory(end, memory.quiet()) + transfers.alone();
    memory.statistics(end, kernels, busy, out);
  }

  private void writeShares(long tick, Totals sum, long kernels, StatisticsSink out) {
    ComputeUnitConfig unit = units[0].config();
    PortUse use = new PortUse(unit.issue(), unit.issuePorts(), units.length, sum);
    for (ComputeUnit u : units) {
      use.add(u.account(), tick);
    }
    use.write(kernels, out);
    if (!config.ideals().parts().isEmpty()) {
      PortUse.AT_PEAK.write(use, out);
    }
    MemoryRoofs memories = new MemoryRoofs(units, kernels);
    memories.writeEntries(out);
    memories.writeLinks(out);
    writeRoofs(sum, kernels, out);
  }

  private void writeRoofs(Totals sum, long kernels, StatisticsSink out) {
    LocalMemoryCounts.ROOF.write(sum, kernels * units.length, out);
    for (CycleRoof roof : units[0].roofs()) {
      roof.write(sum, kernels * units.length, out);
    }
  }
}
