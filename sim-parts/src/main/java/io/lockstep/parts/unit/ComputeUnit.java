package io.lockstep.parts.unit;

import io.lockstep.core.engine.Assembly;
import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.Port;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.parts.state.PartState;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Timeline;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.stats.Totals;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.List;
import java.util.function.LongFunction;

/**
 * A compute unit without its issue logic: accepts work-groups from the dispatcher, starts their
 * wavefronts, manages their barriers, and reports their end.
 *
 * <p>A device extends it. {@link #wavefrontStarted} and {@link #barrierReleased} notify the
 * subclass that a wavefront may continue; it executes the wavefront's blocks through {@link
 * #wavefronts} and calls {@link #barrier} and {@link #wavefrontEnded}. All calls happen at the
 * current tick, on the partition's thread. Its own event kinds come from {@link Cluster#kind}.
 *
 * <p>The constructor of a subclass creates its {@link MemoryUnit}s and passes each to {@link
 * #owns}: they are emptied when a launch starts, awaited when it ends, and included in state and
 * statistics.
 */
public abstract class ComputeUnit {
  /** Message to a compute unit: a work-group, by its index in the table. */
  public static final long GROUP = 0;

  /** Message to a compute unit: no more groups follow; report when all writes are done. */
  public static final long DRAIN = 1;

  /** The wavefronts of this unit. */
  protected final Wavefronts wavefronts;

  /** Barriers by group slot. */
  protected final Barriers barriers;

  /** Cycle accounting of the issue ports. */
  protected final IssueAccount account;

  /** The cluster of this unit. */
  protected final Cluster cluster;

  /** This unit's component. */
  protected final int component;

  /**
   * The state of the device's own unit: registered in its constructor, then saved, loaded and reset
   * automatically.
   */
  protected final PartState own = new PartState();

  private final int index;
  private final String name;
  private final ComputeUnitConfig config;
  private final OwnedMemory memory = new OwnedMemory();
  private DispatcherLink dispatcher;
  private WavefrontPaths paths; // null unless requested
  private UnitProbe timeline = UnitProbe.NONE;
  private UnitProbe probe = UnitProbe.NONE; // the paths, then the timeline
  private LaunchPlan launch;
  private final ResidentGroups resident;
  private final boolean ideal;

  private final UnitCounters counters;
  private final ResidentTime time = new ResidentTime();

  /**
   * Creates a unit without work-groups, not yet connected to the dispatcher.
   *
   * @param cluster the cluster of the unit
   * @param index number of the unit in the device; its component is {@code cu[index]}
   * @param config sizes of the unit
   */
  protected ComputeUnit(Cluster cluster, int index, ComputeUnitConfig config) {
    this.cluster = cluster;
    this.index = index;
    this.config = config;
    name = "cu[" + index + "]";
    component = cluster.component(name, this);
    wavefronts =
        new Wavefronts(
            config.wavefronts(), config.width(), config.takenFirst(), cluster.controlTables());
    barriers = new Barriers(config.groups());
    counters = new UnitCounters(wavefronts, barriers, config.width());
    account = new IssueAccount(config.issuePorts(), config.issue());
    ideal = cluster.ideals().has(Ideal.DEPENDENCY);
    resident = new ResidentGroups(config.groups(), config.wavefronts());
  }

  // ------------------------------------------------------------------ for subclasses

  /**
   * Prepares tables for the code of a launch that is about to start. No wavefront is resident.
   *
   * @param plan code, geometry and occupancy
   */
  protected abstract void launchStarts(LaunchPlan plan);

  /**
   * A wavefront has started: it is at the kernel's entry and may issue.
   *
   * @param wavefront its slot
   * @param tick now
   */
  protected abstract void wavefrontStarted(int wavefront, long tick);

  /**
   * A barrier has opened for a waiting wavefront, or for the one that arrived last.
   *
   * @param wavefront its slot
   * @param tick now
   */
  protected abstract void barrierReleased(int wavefront, long tick);

  /**
   * A group has been assigned a slot; its wavefronts start next.
   *
   * @param group its slot
   * @param tick now
   */
  protected void groupStarted(int group, long tick) {}

  /**
   * All wavefronts of a group have ended.
   *
   * @param group its slot, now free
   * @param tick now
   */
  protected void groupEnded(int group, long tick) {}

  /**
   * Selects the slot for the next wavefront of a group; by default the lowest free one.
   *
   * @param group group slot
   * @param number wavefront's number in its group
   * @return a free wavefront slot
   */
  protected int chooseSlot(int group, int number) {
    int slot = resident.freeSlot();
    if (slot < 0) {
      throw new IllegalStateException(name + ": no free wavefront slot");
    }
    return slot;
  }

  /**
   * Adds the device's own statistics: counts since the last reset. Called at any tick, also during
   * a launch, so that the series of a count adds up to its total.
   *
   * @param tick now
   * @param out receives them, added to those of other units
   */
  protected abstract void addStatistics(long tick, Totals out);

  /**
   * {@return the reason why this unit waits, for the report of missing progress; null if it does
   * not}
   */
  protected String waiting() {
    return residentWavefronts() == 0 ? null : residentWavefronts() + " wavefronts are resident";
  }

  /**
   * Registers a memory unit of this compute unit.
   *
   * @param unit not yet connected
   * @return the same unit
   */
  protected final MemoryUnit owns(MemoryUnit unit) {
    return memory.add(unit);
  }

  /**
   * Must be called by {@link MemoryUnit.Listener#drained}.
   *
   * @param tick now
   */
  protected final void memoryDrained(long tick) {
    if (memory.oneLessToDrain()) {
      Path last = memory.drained(probe.drains());
      report(DRAIN, 0, last == null ? null : last.to(tick, PathResource.UNTOLD));
    }
  }

  /**
   * A wavefront arrives at a barrier at the current tick.
   *
   * <p>If the barrier opens, {@link #barrierReleased} is called for every waiting wavefront, in
   * slot order within the group, including this one; otherwise it is called later.
   *
   * @param wavefront its slot
   * @param tick now
   */
  protected final void barrier(int wavefront, long tick) {
    if (ideal) {
      barrierReleased(wavefront, tick);
      return;
    }
    resident.atBarrier(wavefront, true);
    probe.waits(wavefront, tick);
    int group = resident.groupOf(wavefront);
    if (barriers.arrive(group)) {
      open(group, wavefront, tick);
    }
  }

  /** A barrier opens by a wavefront that has arrived or ended. */
  private void open(int group, int last, long tick) {
    for (int w = resident.first(group); w >= 0; w = resident.next(w)) {
      if (resident.isAtBarrier(w)) {
        resident.atBarrier(w, false);
        probe.goesOn(w, last, tick);
        barrierReleased(w, tick);
      }
    }
  }

  /**
   * A wavefront has ended at the current tick; its slot is free.
   *
   * @param wavefront its slot
   * @param tick now
   */
  protected final void wavefrontEnded(int wavefront, long tick) {
    tally(tick);
    int group = resident.removeWavefront(wavefront);
    if (group < 0) {
      throw new IllegalStateException(name + ": wavefront " + wavefront + " ended twice");
    }
    probe.waveEnds(wavefront, tick);
    boolean opens = barriers.end(group);
    if (barriers.alive(group) == 0) {
      groupEnded(group, tick);
      probe.groupEnds(group, tick);
      int tableIndex = resident.remove(group);
      cluster.partition().retired(1);
      report(GROUP, tableIndex, probe.ended(wavefront));
    } else if (opens) {
      open(group, wavefront, tick);
    }
  }

  /**
   * Updates achieved occupancy; called before the number of resident wavefronts changes and before
   * its time is read.
   */
  private void tally(long tick) {
    time.until(tick, residentWavefronts(), launch == null ? 0 : launch.occupancy().maximum());
  }

  /** Counts a divergent branch. */
  protected final void countDivergence() {
    counters.diverged();
  }

  /** {@return the running launch, or the last one} */
  protected final LaunchPlan launch() {
    return launch;
  }

  /**
   * {@return the group slot of a resident wavefront, or -1}
   *
   * @param wavefront slot
   */
  protected final int groupOf(int wavefront) {
    return resident.groupOf(wavefront);
  }

  /**
   * {@return whether a wavefront slot is free}
   *
   * @param wavefront slot
   */
  protected final boolean isFree(int wavefront) {
    return resident.groupOf(wavefront) < 0;
  }

  /**
   * {@return whether a wavefront waits at a barrier}
   *
   * @param wavefront slot
   */
  protected final boolean isAtBarrier(int wavefront) {
    return resident.isAtBarrier(wavefront);
  }

  /** {@return the number of resident wavefronts} */
  public final int residentWavefronts() {
    return resident.wavefronts();
  }

  /** {@return the number of resident groups} */
  public final int residentGroups() {
    return resident.groups();
  }

  /** {@return the polling state of its wavefronts; null if the device does not simulate polling} */
  protected PollRounds pollRounds() {
    return null;
  }

  // ------------------------------------------------------------------ machine's side

  /**
   * Collects how often the polls of the resident wavefronts have failed. Called only between
   * windows.
   *
   * @param failures by slot; 0 if the wavefront does not poll
   * @return whether every wavefront waits at a barrier or for the next answer to a failed poll
   */
  public final boolean onlyPolls(int[] failures) {
    PollRounds rounds = pollRounds();
    for (int w = 0; w < failures.length; w++) {
      failures[w] = 0;
      if (resident.groupOf(w) >= 0 && !resident.isAtBarrier(w)) {
        failures[w] = rounds == null ? 0 : rounds.failures(w);
        if (failures[w] == 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** {@return number of the unit in the device} */
  public final int index() {
    return index;
  }

  /** {@return its sizes} */
  public final ComputeUnitConfig config() {
    return config;
  }

  /** {@return the unit's number in the simulation} */
  public final int component() {
    return component;
  }

  /** {@return the cluster of the unit} */
  public final Cluster cluster() {
    return cluster;
  }

  /** {@return the memory units registered with {@link #owns}, in order; not to be modified} */
  public final List<MemoryUnit> memoryUnits() {
    return memory.units();
  }

  /** {@return the event kind that receives the dispatcher's messages} */
  public final EventKind onMessages() {
    return cluster.kind(
        "unit.message", Phase.WORK, (ComputeUnit u, long tick, int x) -> u.receive(tick));
  }

  /**
   * Connects the unit to the dispatcher; once, before the first launch.
   *
   * @param groupPort delivers indexes of {@code groupTable} and drain requests
   * @param reportPort receives reports of ended groups and of the end of draining
   * @param groupTable records of the resident groups
   */
  public final void connect(Port groupPort, Port reportPort, GroupTable groupTable) {
    dispatcher = new DispatcherLink(name, index, groupPort, reportPort, groupTable);
    Assembly simulation = cluster.partition().simulation();
    simulation.progress(wavefronts::blocks);
    simulation.waitReason(component, this::waiting);
    simulation.waitsFor(component, memory::underWay);
  }

  /**
   * Starts recording of intervals; null ends it.
   *
   * @param recorder of the unit's partition, or null
   * @param tick now
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
            : UnitTimeline.of(recorder, name, config.groups(), config.wavefronts(), tick);
    probe();
    memory.observe(recorder, tick);
  }

  /**
   * Adds the statistics that are valid at any tick, also during a launch: all but the cycle
   * accounting of the ports, since a unit may be ahead of the clock.
   *
   * @param tick now
   * @param out receives them, added to those of other units
   */
  public final void sample(long tick, Totals out) {
    tally(tick);
    UnitCounters.STATISTICS.write(counters, out);
    ResidentTime.STATISTICS.write(time, out);
    addStatistics(tick, out);
  }

  /**
   * Begins a launch; first-level caches are emptied. No wavefront is resident.
   *
   * @param plan code, geometry and occupancy
   */
  public final void begin(LaunchPlan plan) {
    launch = plan;
    probe.begin();
    wavefronts.begin(plan);
    memory.invalidate();
    launchStarts(plan);
  }

  /**
   * Requests the critical paths of the next launch. No launch is running.
   *
   * @param wanted whether they are wanted
   * @return those of this unit; null if not wanted
   */
  public final WavefrontPaths follow(boolean wanted) {
    paths = wanted ? new WavefrontPaths(config.wavefronts()) : null;
    probe();
    memory.follow(wanted);
    followed(paths);
    return paths;
  }

  /** Connects the requested probes. */
  private void probe() {
    probe = timeline;
    if (paths != null) {
      paths.before(timeline);
      probe = paths;
    }
  }

  /**
   * Notifies a subclass that critical paths are or are not wanted for the next launch.
   *
   * @param wanted those of the wavefronts; null if not wanted
   */
  protected void followed(WavefrontPaths wanted) {}

  private void receive(long tick) {
    while (dispatcher.hasMessage()) {
      long kind = dispatcher.kind();
      int tableIndex = dispatcher.take();
      probe.receives(tick);
      if (kind == DRAIN) {
        memory.drain(tick, probe.drains());
        memoryDrained(tick);
      } else {
        start(tableIndex, tick);
      }
    }
  }

  private void start(int tableIndex, long tick) {
    WorkGroupRecord record = dispatcher.record(tableIndex);
    int width = config.width();
    int size = launch.geometry().groupSize();
    if (launch.pixels().isPresent()) {
      size = record.segments().get(0).workItems(); // the last wavefront of a tile may have fewer
    }
    int count = (size + width - 1) / width;
    tally(tick);
    int group = resident.add(tableIndex);
    counters.groupCame(count);
    barriers.start(group, count);
    probe.groupStarts(group, record.group(), count, tick);
    groupStarted(group, tick);
    int previous = -1;
    for (int k = 0; k < count; k++) { // all are assigned slots before the first one issues
      int w = chooseSlot(group, k);
      resident.addWavefront(group, w, previous);
      previous = w;
      probe.waveStarts(w, group, k, tick);
      wavefronts.start(w, record, k * width, Math.min(width, size - k * width));
    }
    for (int w = resident.first(group); w >= 0; ) {
      int next = resident.next(w);
      wavefrontStarted(w, tick);
      w = next;
    }
  }

  private void report(long kind, int value, Path path) {
    probe.reports(cluster.partition().now() + dispatcher.reportTicks(), path);
    dispatcher.report(kind, value);
  }

  /**
   * Adds all statistics of this unit, its memory units included; the unit must be idle.
   *
   * @param tick now, at which the last interval of every port ends
   * @param out receives them, added to those of other units
   */
  public final void statistics(long tick, Totals out) {
    sample(tick, out);
    long[] byCause = new long[config.issue().causes().size()];
    account.report(tick, byCause);
    config.issue().write(byCause, out);
  }

  /** {@return the cycle accounting of its issue ports} */
  public final IssueAccount account() {
    return account;
  }

  /**
   * Checks this unit's invariants; the unit must be idle.
   *
   * @param tick now
   * @throws IllegalStateException if wavefronts or groups are resident, or reasons do not add up to
   *     the time
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
   * Resets all counts, those of its memory units included.
   *
   * @param tick now
   */
  public final void resetStatistics(long tick) {
    counters.resetCounters();
    time.reset(tick);
    account.reset(tick);
    memory.resetCounters();
    own.resetCounters();
  }

  /**
   * Writes the whole state.
   *
   * @param out where the part named {@code cu[index]} is written
   */
  public final void save(StateWriter out) {
    out.begin(name);
    wavefronts.save(out);
    barriers.save(out);
    account.save(out);
    memory.saveUnits(out);
    resident.save(out);
    memory.saveDrain(out);
    counters.save(out);
    time.save(out);
    own.save(out);
  }

  /**
   * Replaces the state; the launch must have begun.
   *
   * @param in the saved state
   * @param find finds a work-group's record by its id
   */
  public final void load(StateReader in, LongFunction<WorkGroupRecord> find) {
    in.begin(name);
    wavefronts.load(in, find);
    barriers.load(in);
    account.load(in);
    memory.loadUnits(in);
    resident.load(in);
    memory.loadDrain(in);
    counters.load(in);
    time.load(in);
    own.load(in);
  }
}
