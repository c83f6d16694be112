// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Simulation;
import io.lockstep.parts.dispatch.Dispatcher;
import io.lockstep.parts.dispatch.PlacementRule;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.GroupTable;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Timeline;
import io.lockstep.spi.host.HostTransfer;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.stats.CodeCounts;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.spi.stats.Totals;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Optional;

/**
 * A GPU assembled from the shared parts: dispatcher, compute units, memory side.
 *
 * <p>Dispatcher and memory form the partition {@code front}; compute units form one or more
 * partitions {@code cluster[i]}, or belong to {@code front} too. Partitions communicate through
 * ports, whose latencies are the look-ahead. A device supplies units and rules. Not thread-safe.
 */
public final class GpuMachine implements Machine {
  /** Creates the compute units. */
  @FunctionalInterface
  public interface UnitFactory {
    /**
     * Creates a unit.
     *
     * @param cluster the cluster of the unit
     * @param index number of the unit, ascending from call to call
     * @param memory the memory side for its memory units
     * @return a unit with that number, not yet connected to the dispatcher
     */
    ComputeUnit create(Cluster cluster, int index, MemorySide memory);
  }

  private static final int ALIGNMENT = 256;

  private final Simulation simulation;
  private final GpuConfig config;
  private final Partition front;
  private final MemorySide memory;
  private final Dispatcher dispatcher;
  private final ComputeUnit[] units;
  private boolean perUnit;
  private final DeadlockWatch watch;
  private final KernelTime time;
  private final TransferTime transfers = new TransferTime();
  private final MachineStatistics figures;
  private final CacheWarmer warmer;
  private final LaunchObservation observed;
  private long statisticsSince;
  private final LaunchPlan[] launches; // by slot: the running or last launch

  /**
   * Builds the machine in a fresh simulation.
   *
   * @param simulation the simulation, which provides partitions and defines the tick
   * @param config sizes and latencies
   * @param map mapping of addresses to slices and channels
   * @param placement selects the unit for a group
   * @param factory creates the units
   */
  public GpuMachine(
      Simulation simulation,
      GpuConfig config,
      AddressMap map,
      PlacementRule placement,
      UnitFactory factory) {
    this.simulation = simulation;
    this.config = config;
    front = simulation.partition("front");
    memory = new MemorySide(front, config.memory(), map);
    int slots = config.queues();
    memory.addRegion(slots);
    GroupTable table = new GroupTable(config.units() * config.dispatcher().groupsPerUnit(), slots);
    dispatcher = new Dispatcher(front, config.dispatcher(), placement, table, config.units());
    Cluster[] clusters = clusters();
    units = new ComputeUnit[config.units()];
    for (int i = 0; i < units.length; i++) {
      units[i] = factory.create(clusters[config.cluster(i)], i, memory);
      if (units[i].index() != i
          || units[i].config().groups() < config.dispatcher().groupsPerUnit()) {
        throw new IllegalArgumentException(
            "compute unit %s of %s groups made for number %s"
                .formatted(units[i].index(), units[i].config().groups(), i));
      }
      dispatcher.connect(units[i]);
    }
    memory.addCopyEngines(
        tick -> transfers.begins(tick, kernelsFrom()),
        tick -> {
          transfers.ends(tick, kernelsFrom());
          simulation.pause();
        });
    dispatcher.beforeEnd(memory.flushes(this::ended) ? memory::flush : this::ended);
    watch = new DeadlockWatch(units, memory, dispatcher, slots);
    time = new KernelTime(slots);
    int[] order = CacheWarmer.order(placement, units.length);
    warmer = new CacheWarmer(memory, order, units[0].storeBlock());
    observed = new LaunchObservation(units, memory, dispatcher);
    figures = new MachineStatistics(config, units, memory, dispatcher, time, transfers);
    launches = new LaunchPlan[slots];
  }

  /** Returns the earliest start of the running launches; {@link Long#MAX_VALUE} if none runs. */
  private long kernelsFrom() {
    long first = Long.MAX_VALUE;
    for (int s = 0; s < launches.length; s++) {
      if (dispatcher.active(s)) {
        first = Math.min(first, time.begun(s));
      }
    }
    return first;
  }

  private Cluster[] clusters() {
    if (config.clusters() == 0) {
      return new Cluster[] {new Cluster(front, config.ideals())};
    }
    Cluster[] clusters = new Cluster[config.clusters()];
    for (int c = 0; c < clusters.length; c++) {
      clusters[c] = new Cluster(simulation.partition("cluster[" + c + "]"), config.ideals());
    }
    return clusters;
  }

  /** {@return the number of compute units} */
  public int units() {
    return units.length;
  }

  /**
   * {@return a compute unit}
   *
   * @param i index of the unit, from 0, in order of creation
   */
  public ComputeUnit unit(int i) {
    return units[i];
  }

  /** {@return the memory side} */
  public MemorySide memory() {
    return memory;
  }

  @Override
  public void perUnit(boolean wanted) {
    perUnit = wanted;
  }

  @Override
  public int launchSlots() {
    return launches.length;
  }

  @Override
  public void launch(int slot, LaunchPlan launch, WorkGroupSource groups, long tick) {
    observed.follow(isIdle());
    warmer.warmed();
    endTime();
    time.begins(slot, tick);
    dispatcher.launch(slot, launch, groups, tick);
    memory.kernelStarts();
    launches[slot] = launch;
    if (memory.region() != null) {
      memory.region().begins(slot, launch, launch.wavefront(units[0].config().width()));
    }
    boolean may = watch.begin(slot, launch);
    memory.polls(may);
    dispatcher.beforeWindows(may ? watch : null);
    for (int u = 0; u < units.length; u++) {
      if (dispatcher.isFree(u)) {
        units[u].begin(launch);
      } else {
        units[u].invalidate();
      }
    }
    observed.begin(launch.code().origins().map(CodeOrigins::rows).orElse(0), tick);
  }

  /** Ends a launch. If other work runs, pauses so that the host can start another launch. */
  private void ended(long tick) {
    transfers.advance(tick, kernelsFrom());
    dispatcher.end(tick);
    if (dispatcher.active() || memory.copies().isRunning()) {
      simulation.pause();
    }
  }

  private void endTime() {
    boolean any = false;
    for (int next = firstEnded(); next >= 0; next = firstEnded()) {
      time.ends(next, dispatcher.finishedAt(next), memory.quiet());
      any = true;
    }
    if (any && isIdle()) {
      time.readsClock(figures.clockSpan());
      memory.launchEnds(dispatcher.finishedAt());
    }
  }

  /** Returns the slot of the first ended launch whose time is not counted yet, or -1. */
  private int firstEnded() {
    int first = -1;
    for (int s = 0; s < launches.length; s++) {
      if (time.isRunning(s)
          && !dispatcher.active(s)
          && (first < 0 || dispatcher.finishedAt(s) < dispatcher.finishedAt(first))) {
        first = s;
      }
    }
    return first;
  }

  @Override
  public void byRow(boolean wanted) {
    observed.byRow(wanted);
  }

  @Override
  public Optional<CodeCounts> codeCounts() {
    return observed.codeCounts();
  }

  @Override
  public Optional<RowTicks> rows(long tick) {
    return observed.rows(tick);
  }

  @Override
  public void byPath(boolean wanted) {
    observed.byPath(wanted);
  }

  @Override
  public Optional<Path> path() {
    return observed.path();
  }

  private boolean isIdle() {
    return !dispatcher.active();
  }

  @Override
  public boolean idle(int slot) {
    return !dispatcher.active(slot);
  }

  @Override
  public int copyEngines() {
    return memory.copies().engines();
  }

  @Override
  public void transfer(int engine, HostTransfer transfer, long tick) {
    memory.copies().begin(engine, transfer, tick);
  }

  @Override
  public long transferredAt(int engine) {
    return memory.copies().finishedAt(engine);
  }

  @Override
  public long finishedAt(int slot) {
    return dispatcher.finishedAt(slot);
  }

  @Override
  public void hostTouched() {
    for (ComputeUnit unit : units) {
      unit.invalidate();
    }
    memory.kernelStarts();
  }

  @Override
  public void resetStatistics(long tick) {
    statisticsSince = tick;
    endTime();
    time.reset();
    transfers.reset();
    dispatcher.resetCounters();
    memory.resetCounters();
    for (ComputeUnit unit : units) {
      unit.resetStatistics(tick);
    }
  }

  @Override
  public void statistics(long tick, StatisticsSink out) {
    if (!isIdle()) {
      throw new IllegalStateException("statistics while a launch runs");
    }
    Totals sum = figures.checked(tick, tick - statisticsSince);
    endTime();
    figures.write(tick, sum, perUnit, out);
  }

  @Override
  public void sample(long tick, StatisticsSink out) {
    transfers.advance(tick, kernelsFrom());
    figures.sample(tick, isIdle(), out);
  }

  @Override
  public long capacity(int slot) {
    return dispatcher.capacity(slot);
  }

  @Override
  public long lookAhead(int slot) {
    return dispatcher.lookAhead(slot);
  }

  @Override
  public long warmBytes() {
    return memory.warmBytes();
  }

  @Override
  public long keptBytes() {
    return memory.keptBytes();
  }

  @Override
  public long warm(LaunchPlan launch, WorkGroupRecord group) {
    return warmer.warm(group, launch);
  }

  @Override
  public void warmUnits(long[] addresses) {
    for (ComputeUnit unit : units) {
      unit.warm(addresses);
    }
  }

  @Override
  public void warmCode(MachineKernel code, long groups) {
    warmer.units(groups).forEach(u -> units[u].warm(code));
  }

  @Override
  public void warmed() {
    warmer.warmed();
    memory.warmed();
  }

  @Override
  public void forget(long address, long bytes) {
    warmer.forget(address, bytes);
  }

  @Override
  public void interim(long tick, StatisticsSink out) {
    transfers.advance(tick, kernelsFrom());
    figures.interim(tick, perUnit, out);
  }

  @Override
  public void observe(Timeline timeline, long tick) {
    memory.observe(timeline == null ? null : timeline.recorder(front.id()));
    for (ComputeUnit unit : units) {
      int partition = unit.cluster().partition().id();
      unit.observe(timeline == null ? null : timeline.recorder(partition), tick);
    }
  }

  @Override
  public long place(long[] bufferBytes, long[] addressOut) {
    long next = config.baseAddress();
    for (int i = 0; i < bufferBytes.length; i++) {
      addressOut[i] = next;
      next = Math.addExact(next, bufferBytes[i] + ALIGNMENT - 1) & -ALIGNMENT;
    }
    return next - config.baseAddress();
  }

  @Override
  public String toString() {
    return units.length + " compute units at tick " + simulation.now();
  }
}
