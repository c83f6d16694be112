// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.queue.Phase;
import io.lockstep.kernel.analysis.NamedBarrier;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.transaction.OwnedMemory;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.trace.record.WorkGroupRecord;

/**
 * Manages the work-groups of a compute unit: accepts them from the dispatcher, starts their
 * wavefronts, manages their barriers, and reports their end. {@link ComputeUnit} adds statistics
 * and state. Groups of one launch at a time are resident: the dispatcher drains the unit before it
 * sends groups of another launch. Not thread-safe.
 */
public abstract class WorkGroupUnit extends IssueLogic {
  /** Message to a compute unit: a work-group, by its index in the table. */
  public static final long GROUP = 0;

  /** Message to a compute unit: no more groups follow; report when all writes are done. */
  public static final long DRAIN = 1;

  /** The wavefronts of this unit. */
  protected final Wavefronts wavefronts;

  /** Barriers by group slot. */
  protected final Barriers barriers;

  /** The cluster of this unit. */
  protected final Cluster cluster;

  /** Component number of this unit. */
  protected final int component;

  final String name;
  final OwnedMemory memory = new OwnedMemory();
  final ResidentGroups resident;
  final UnitCounters counters;
  final ResidentTime time = new ResidentTime();
  DispatcherLink dispatcher;
  LaunchPlan launch;
  UnitProbe probe = UnitProbe.NONE; // forwards to paths, then timeline

  private final int index;
  private final ComputeUnitConfig config;
  private final boolean ideal;

  WorkGroupUnit(Cluster cluster, int index, ComputeUnitConfig config) {
    this.cluster = cluster;
    this.index = index;
    this.config = config;
    name = "cu[" + index + "]";
    component = cluster.component(name, this);
    wavefronts =
        new Wavefronts(
            config.wavefronts(), config.width(), config.takenFirst(), cluster.controlTables());
    barriers = new Barriers(config.groups());
    counters = new UnitCounters(wavefronts, barriers);
    ideal = cluster.ideals().has(Ideal.DEPENDENCY);
    resident = new ResidentGroups(config.groups(), config.wavefronts());
  }

  /**
   * Selects the slot for the next wavefront of a group; by default the lowest free one.
   *
   * @param group slot of the group
   * @param number index of the wavefront in its group
   * @return a free wavefront slot
   */
  protected int chooseSlot(int group, int number) {
    int slot = resident.freeSlot();
    if (slot < 0) {
      throw new IllegalStateException(name + ": no free wavefront slot");
    }
    return slot;
  }

  /** {@return a description of unfinished work, for reports of missing progress; null if none} */
  protected String waiting() {
    return residentWavefronts() == 0 ? null : residentWavefronts() + " wavefronts are resident";
  }

  /**
   * Registers a memory unit of this compute unit.
   *
   * @param unit the memory unit, not yet connected
   * @return the same unit
   */
  protected final MemoryUnit owns(MemoryUnit unit) {
    return memory.add(unit);
  }

  /**
   * Registers a memory unit that neighbouring compute units share. A drain does not wait for it:
   * wavefronts end after their own reads, and reads of neighbours may never pause.
   *
   * @param unit the memory unit, read-only, not yet connected
   * @return the same unit
   */
  protected final MemoryUnit ownsShared(MemoryUnit unit) {
    return memory.addShared(unit);
  }

  /**
   * Counts a drained memory unit. Must be called by {@link MemoryListener#drained}.
   *
   * @param tick current tick
   */
  protected final void memoryDrained(long tick) {
    if (memory.oneLessToDrain()) {
      Path last = memory.drained(probe.drains());
      report(DRAIN, 0, last == null ? null : last.to(tick, PathResource.UNTOLD));
    }
  }

  /**
   * Registers the arrival of a wavefront at a barrier at the current tick.
   *
   * <p>If the barrier opens, {@link #barrierReleased} is called for every waiting wavefront, in
   * slot order within the group, including this one; otherwise it is called when the barrier opens.
   *
   * @param wavefront slot of the wavefront
   * @param tick current tick
   */
  protected final void barrier(int wavefront, long tick) {
    barrier(wavefront, 0, 0, tick);
  }

  /**
   * Registers the arrival of a wavefront at one of its group's barriers at the current tick, which
   * calls {@link #barrierReleased} as {@link #barrier(int, long)} does.
   *
   * @param wavefront slot of the wavefront
   * @param number number of the barrier, below {@link NamedBarrier#NUMBERS}
   * @param workItems work-items that the barrier is for; 0 for the whole group
   * @param tick current tick
   */
  protected final void barrier(int wavefront, int number, int workItems, long tick) {
    if (ideal) {
      barrierReleased(wavefront, tick);
      return;
    }
    resident.waitsAt(wavefront, number);
    probe.waits(wavefront, tick);
    arrive(wavefront, number, workItems, true, tick);
  }

  /**
   * Registers the arrival of a wavefront that does not wait at one of its group's barriers.
   *
   * @param wavefront slot of the wavefront
   * @param number number of the barrier, below {@link NamedBarrier#NUMBERS}
   * @param workItems work-items that the barrier is for
   * @param tick current tick
   */
  protected final void arrive(int wavefront, int number, int workItems, long tick) {
    if (!ideal) {
      arrive(wavefront, number, workItems, false, tick);
    }
  }

  private void arrive(int wavefront, int number, int workItems, boolean waits, long tick) {
    int width = wavefronts.width();
    int group = resident.groupOf(wavefront);
    if (barriers.arrive(group, number, (workItems + width - 1) / width, waits)) {
      open(group, wavefront, tick);
    }
  }

  /** Lets wavefronts go on whose barriers have opened; {@code last} has arrived or ended. */
  private void open(int group, int last, long tick) {
    for (int w = resident.first(group); w >= 0; w = resident.next(w)) {
      if (resident.isAtBarrier(w) && barriers.isOpen(group, resident.barrier(w))) {
        resident.goesOn(w);
        probe.goesOn(w, last, tick);
        barrierReleased(w, tick);
      }
    }
  }

  /**
   * Ends a wavefront at the current tick and frees its slot.
   *
   * @param wavefront slot of the wavefront
   * @param tick current tick
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

  /** Updates achieved occupancy; call it before the number of resident wavefronts changes. */
  final void tally(long tick) {
    time.until(tick, residentWavefronts(), launch == null ? 0 : launch.occupancy().maximum());
  }

  /** Counts a divergent branch. */
  protected final void countDivergence() {
    counters.diverged();
  }

  /** Prepares the unit for groups of another launch; no wavefront is resident. */
  abstract void prepare(LaunchPlan plan);

  /**
   * {@return the group slot of a resident wavefront, or -1}
   *
   * @param wavefront slot of the wavefront
   */
  protected final int groupOf(int wavefront) {
    return resident.groupOf(wavefront);
  }

  /**
   * {@return whether a wavefront slot is free}
   *
   * @param wavefront the slot
   */
  protected final boolean isFree(int wavefront) {
    return resident.groupOf(wavefront) < 0;
  }

  /**
   * {@return whether a wavefront waits at a barrier}
   *
   * @param wavefront slot of the wavefront
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

  /**
   * Collects the numbers of consecutive failures of the resident wavefronts' polls. Called only
   * between synchronization windows.
   *
   * @param failures receives the failures by slot; 0 if the wavefront does not poll
   * @return whether every wavefront waits at a barrier or polls again after a failed poll
   */
  public final boolean onlyPolls(int[] failures) {
    return resident.onlyPolls(pollRounds(), failures);
  }

  /** {@return the event kind that receives the dispatcher's messages} */
  public final EventKind onMessages() {
    return cluster.kind(
        "unit.message", Phase.WORK, (WorkGroupUnit u, long tick, int x) -> u.receive(tick));
  }

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
    LaunchPlan of = dispatcher.launch(tableIndex);
    if (of != launch) {
      if (residentGroups() > 0) {
        throw new IllegalStateException(name + ": work-groups of two launches");
      }
      prepare(of);
    }
    int width = wavefronts.width();
    int size =
        launch.pixels().isPresent()
            ? record.segments().get(0).workItems() // the last wavefront of a tile may be partial
            : record.items();
    int count = (size + width - 1) / width;
    tally(tick);
    int group = resident.add(tableIndex);
    counters.groupCame(count);
    barriers.start(group, count);
    probe.groupStarts(group, record.group(), count, tick);
    groupStarted(group, tick);
    int previous = -1;
    for (int k = 0; k < count; k++) { // all wavefronts get slots before the first one issues
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

  /** {@return the cluster of the unit} */
  public final Cluster cluster() {
    return cluster;
  }

  /** {@return the unit's component number in the simulation} */
  public final int component() {
    return component;
  }

  /** {@return the configuration of the unit} */
  public final ComputeUnitConfig config() {
    return config;
  }

  /** {@return the number of the unit in the device} */
  public final int index() {
    return index;
  }
}
