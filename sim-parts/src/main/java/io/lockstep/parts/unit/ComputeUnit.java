// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.core.engine.Assembly;
import io.lockstep.core.engine.Port;
import io.lockstep.parts.counters.CycleRoof;
import io.lockstep.parts.counters.PartCounters;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Timeline;
import io.lockstep.spi.stats.Totals;
import java.util.List;

/**
 * A compute unit without its issue logic: accepts work-groups from the dispatcher, starts their
 * wavefronts, manages their barriers, and reports their end.
 *
 * <p>A device extends it. {@link #wavefrontStarted} and {@link #barrierReleased} notify the
 * subclass that a wavefront may continue; it executes the wavefront's blocks through {@link
 * #wavefronts} and calls {@link #barrier} and {@link #wavefrontEnded}. All calls happen at the
 * current tick, on the partition's thread. {@link Cluster#kind} creates its event kinds.
 *
 * <p>The constructor of a subclass creates its {@link MemoryUnit}s and passes each to {@link
 * #owns}: they are invalidated when a launch starts and drained when it ends.
 */
public abstract class ComputeUnit extends WorkGroupUnit {
  /** Cycle accounting of the issue ports. */
  protected final IssueAccount account;

  /** Counters that a subclass registers in its constructor; a measured pass begins with zeros. */
  protected final PartCounters own = new PartCounters();

  private WavefrontPaths paths;
  private UnitProbe timeline = UnitProbe.NONE;

  /**
   * Creates a unit without work-groups, not yet connected to the dispatcher.
   *
   * @param cluster the cluster of the unit
   * @param index number of the unit in the device; its component is {@code cu[index]}
   * @param config sizes of the unit
   */
  protected ComputeUnit(Cluster cluster, int index, ComputeUnitConfig config) {
    super(cluster, index, config);
    account = new IssueAccount(config.issuePorts(), config.issue());
  }

  /** {@return the memory units registered with {@link #owns}, in order; not to be modified} */
  public final List<MemoryUnit> memoryUnits() {
    return memory.units();
  }

  /** {@return utilizations of the family's own resources, which its provider declares} */
  public List<CycleRoof> roofs() {
    return List.of();
  }

  /** {@return the counter of clock reads; null if the unit has none} */
  public ClockReads clockReads() {
    return null;
  }

  /**
   * Connects the unit to the dispatcher, before the first launch.
   *
   * @param groupPort port that delivers indexes of {@code groupTable} and drain requests
   * @param reportPort port that receives reports of ended groups and of ended drains
   * @param groupTable records of the resident groups
   */
  public final void connect(Port groupPort, Port reportPort, GroupTable groupTable) {
    dispatcher = new DispatcherLink(name, index(), groupPort, reportPort, groupTable);
    Assembly simulation = cluster.partition().simulation();
    simulation.progress(wavefronts.counts()::blocks);
    simulation.waitReason(component, this::waiting);
    simulation.waitsFor(component, memory::underWay);
  }

  /**
   * Starts or stops the recording of intervals.
   *
   * @param recorder recorder of the unit's partition; null to stop
   * @param tick current tick
   */
  public final void observe(Timeline.Recorder recorder, long tick) {
    account.observe(
        recorder == null
            ? null
            : PortTimeline.of(recorder, name, account.scheme(), account.ports(), tick),
        tick);
    timeline =
        recorder == null
            ? UnitProbe.NONE
            : UnitTimeline.of(recorder, name, config().groups(), config().wavefronts(), tick);
    probe();
    memory.observe(recorder, tick);
  }

  /**
   * Adds the statistics that are valid at any tick, also during a launch. The cycle accounting of
   * the ports is omitted, because a unit may be ahead of the clock.
   *
   * @param tick current tick
   * @param out receives the statistics, which are added to those of other units
   */
  public final void sample(long tick, Totals out) {
    tally(tick);
    UnitCounters.STATISTICS.write(counters, out);
    ResidentTime.STATISTICS.write(time, out);
    addStatistics(tick, out);
  }

  /**
   * Begins a launch and invalidates the first-level caches. No wavefront may be resident.
   *
   * @param plan code, geometry and occupancy
   */
  public final void begin(LaunchPlan plan) {
    memory.invalidate();
    prepare(plan);
  }

  /**
   * Warms the translation buffers for the launch that has just begun.
   *
   * @param addresses device addresses that earlier launches have accessed, in order
   */
  public final void warm(long[] addresses) {
    for (MemoryUnit unit : memoryUnits()) {
      for (long address : addresses) {
        unit.warmTranslation(address);
      }
    }
  }

  /**
   * Fills the instruction caches with a kernel's code, as if an earlier launch had fetched it. The
   * kernel of the launch that has just begun stays the current one.
   *
   * @param code code of the earlier launch
   */
  public final void warm(MachineKernel code) {
    begins(code);
    warmCode();
    begins(launch.code());
  }

  /**
   * Sets the kernel whose code wavefronts fetch from now on.
   *
   * @param code the kernel as the device's family has lowered it
   */
  protected void begins(MachineKernel code) {}

  /**
   * Fills the instruction caches with the current kernel's code, as if an earlier launch had
   * fetched it.
   */
  protected void warmCode() {}

  /**
   * {@return the size of the aligned blocks of bytes that a store passes on as a whole, a power of
   * two; 1 if it passes on the bytes that it writes}
   */
  public int storeBlock() {
    return 1;
  }

  @Override
  final void prepare(LaunchPlan plan) {
    launch = plan;
    probe.begin();
    counters.launchEnds();
    wavefronts.begin(plan);
    begins(plan.code());
    launchStarts(plan);
  }

  /** Invalidates the first-level caches; responses in flight still fill them. */
  public final void invalidate() {
    memory.invalidate();
  }

  /**
   * Enables or disables critical paths for the next launch. No launch may be running.
   *
   * @param wanted whether to record them
   * @return the paths of this unit; null if disabled
   */
  public final WavefrontPaths follow(boolean wanted) {
    paths = wanted ? new WavefrontPaths(config().wavefronts()) : null;
    probe();
    memory.follow(wanted);
    followed(paths);
    return paths;
  }

  private void probe() {
    probe = paths == null ? timeline : paths.before(timeline);
  }

  /**
   * Adds all statistics, including those of the memory units; the unit must be idle.
   *
   * @param tick current tick, at which the last interval of every port ends
   * @param out receives the statistics, which are added to those of other units
   */
  public final void statistics(long tick, Totals out) {
    sample(tick, out);
    long[] byCause = new long[config().issue().causes().size()];
    account.report(tick, byCause);
    config().issue().write(byCause, out);
  }

  /**
   * Enables or disables accounting by rows and counts of executed blocks, from the next launch on.
   *
   * @param wanted whether to record them
   */
  public final void byRow(boolean wanted) {
    account.byRow(wanted);
    wavefronts.counts().byBlock(wanted);
  }

  /**
   * Adds the executions of the launch's blocks.
   *
   * @param sum sum executions by other units, by block; null for none so far
   * @return the sum including this unit; null if executions are not counted
   */
  public final long[] addExecutions(long[] sum) {
    long[] own = wavefronts.counts().executions();
    if (own == null || sum == null) {
      return own == null ? sum : own.clone();
    }
    for (int b = 0; b < own.length; b++) {
      sum[b] += own[b];
    }
    return sum;
  }

  /** {@return the cycle accounting of the unit's issue ports} */
  public final IssueAccount account() {
    return account;
  }

  /**
   * Checks the unit's invariants; the unit must be idle.
   *
   * @param tick current tick
   * @throws IllegalStateException if a wavefront is resident, or reasons do not add up to the
   *     elapsed time
   */
  public final void check(long tick) {
    account.check(tick);
    if (residentWavefronts() != 0 || residentGroups() != 0) {
      throw new IllegalStateException(
          name + ": " + residentWavefronts() + " wavefronts are still resident");
    }
    memory.check();
  }

  /**
   * Resets all counts, including those of the memory units.
   *
   * @param tick current tick
   */
  public final void resetStatistics(long tick) {
    counters.resetCounters();
    time.reset(tick);
    account.reset(tick);
    memory.resetCounters();
    own.resetCounters();
  }
}
