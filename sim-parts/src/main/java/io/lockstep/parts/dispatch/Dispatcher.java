// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Port;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.GroupTable;
import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.path.Path;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Assigns work-groups to compute units, in id order and at a limited rate, while there is room.
 *
 * <p>Before each window of the simulation, it prefetches records from the launch's source, as many
 * as it may examine or assign within the window. So only the thread that calls the simulation
 * accesses the source.
 *
 * <p>A launch ends when its last group has ended and its compute units report that they drained.
 *
 * <p><b>Concurrent launches.</b> Each launch has a slot. Slots are offered a turn in cyclic order,
 * beginning after the one that used the last turn. A compute unit holds groups of one launch at a
 * time and drains its writes before another launch takes it (the hardware mixes groups of several
 * queues on a unit). A cooperative launch runs alone: it waits for earlier launches, and later ones
 * wait for it. Not thread-safe.
 */
public final class Dispatcher implements FreeCapacity {
  private static final int SCHEDULED = 0; // argument of a dispatch event: the next turn
  private static final int FIRST = 1; // first group of a launch that joins running ones

  private final Partition partition;
  private final DispatcherConfig config;
  private final PlacementRule placement;
  private final GroupTable table;
  private final int component;
  private final EventKind dispatch;
  private final EventKind reports;
  private final int units;
  private final Port[] to;
  private final Port[] from;
  private final DispatchTurns turns;
  private final RunningLaunches slots;
  private final UnitHolders holders;
  private final UnitClaims claims;
  private final LaunchEnds ends;
  private final UnitDomains domains;
  private RunningLaunch offered; // launch whose group is being placed
  private int turn; // slot to which the next turn is offered first
  private boolean scheduled;
  private long dispatched;
  private DispatchPaths paths; // null unless requested
  private Runnable look; // deadlock check before each window, or null

  /**
   * Creates a dispatcher, to which compute units must then be connected.
   *
   * @param partition partition whose thread runs the dispatcher's events
   * @param config rate, latencies and limits
   * @param placement selects the unit for a group; used only by this dispatcher
   * @param table records of the resident groups, shared with the compute units
   * @param units number of compute units
   */
  public Dispatcher(
      Partition partition,
      DispatcherConfig config,
      PlacementRule placement,
      GroupTable table,
      int units) {
    this.partition = partition;
    this.config = config;
    this.placement = placement;
    this.table = table;
    this.units = units;
    component = partition.component("dispatcher");
    dispatch = partition.kind("dispatch.group", Phase.WORK, (tick, c, x) -> onDispatch(tick, x));
    reports = partition.kind("dispatch.report", Phase.WORK, (tick, c, x) -> onReports(tick));
    to = new Port[units];
    from = new Port[units];
    turns = new DispatchTurns(config.groups(), config.engines(), units);
    slots = new RunningLaunches(table.slots());
    offered = slots.get(0);
    holders = new UnitHolders(slots, units);
    claims = new UnitClaims(slots, holders, placement, this::askToDrain);
    ends = new LaunchEnds(slots, holders, this::askToDrain);
    domains = new UnitDomains(config.domain(), units);
    partition.simulation().beforeWindows(this::pull);
    partition.simulation().waitReason(component, slots::waiting);
  }

  /**
   * Creates the ports to and from a compute unit; call it for each unit before the first launch.
   *
   * @param unit compute unit, whose number is below the dispatcher's number of units
   */
  public void connect(ComputeUnit unit) {
    int i = unit.index();
    int room = unit.config().groups() + 1; // a full unit and one drain message
    long latency = config.latencyTicks();
    to[i] =
        unit.cluster()
            .partition()
            .port("groups", component, unit.component(), latency, room, unit.onMessages(), null);
    from[i] =
        partition.port(
            "report(cu[" + i + "])", unit.component(), component, latency, room, reports, null);
    unit.connect(to[i], from[i], table);
    partition
        .simulation()
        .waitsFor(component, () -> resident(i) > 0 ? List.of(unit.component()) : List.of());
  }

  /**
   * Begins a launch, whose first group leaves after the configured start latency.
   *
   * @param number index of a free slot
   * @param plan code, geometry and occupancy
   * @param groups records in id order
   * @param tick start of the launch, not before now
   * @throws IllegalStateException if a launch is running in the slot
   */
  public void launch(int number, LaunchPlan plan, WorkGroupSource groups, long tick) {
    RunningLaunch slot = slots.get(number);
    if (slot.isActive()) {
      throw new IllegalStateException("a launch is running already");
    }
    begin(slot, plan, groups);
    long first = tick + config.startTicks();
    boolean alone = slots.active() == 0;
    slots.begin(slot, tick, first);
    placement.begin();
    slot.placement = placement.state();
    if (alone) {
      turns.begin();
      if (paths != null) {
        paths.begin(plan, tick, first);
      }
      wake(first);
    } else {
      partition.at(first, dispatch, component, FIRST);
    }
  }

  private void begin(RunningLaunch slot, LaunchPlan plan, WorkGroupSource groups) {
    slot.takes(plan, groups, config, partition.simulation().windowTicks());
    table.launch(slot.number, plan);
    if (slot.groupLimit < 1 || !domains.canHold(slot.wavefrontsPerGroup)) {
      throw new IllegalArgumentException("a group of this launch fits no compute unit");
    }
    if (plan.cooperative()) {
      slot.requireCapacity(capacity(slot.number));
    }
  }

  /**
   * Registers a callback before each synchronization window of a launch.
   *
   * @param wanted the callback, called while no event is processed; null for none
   */
  public void beforeWindows(Runnable wanted) {
    look = wanted;
  }

  /**
   * Registers work between the last unit's drain and the end of a launch, such as a cache flush.
   *
   * @param begins called at the tick of the drain; {@link #end} must follow before the next call
   */
  public void beforeEnd(LongConsumer begins) {
    ends.beforeEnd(begins);
  }

  /** {@return the number of work-groups on compute units or in transit} */
  public int residentGroups() {
    return slots.resident();
  }

  /**
   * {@return the number of work-groups of a launch that are not yet assigned}
   *
   * @param number index of the launch's slot
   */
  public long unstarted(int number) {
    return slots.get(number).unstarted();
  }

  /** {@return whether an event of the dispatcher is scheduled} */
  public boolean isScheduled() {
    return scheduled;
  }

  /**
   * {@return the maximum number of resident work-groups of a launch, if it runs alone}
   *
   * @param number index of the launch's slot
   */
  public long capacity(int number) {
    return slots.get(number).capacity(units, config.domain());
  }

  /**
   * {@return the maximum number of work-groups of a launch that are pulled from its source but not
   * assigned}
   *
   * @param number index of the launch's slot
   */
  public long lookAhead(int number) {
    return slots.get(number).lookAhead();
  }

  /** Pulls all records that the next window might use. */
  private void pull() {
    if (look != null && active()) {
      look.run();
    }
    slots.pull();
  }

  private void wake(long tick) {
    if (!scheduled) {
      scheduled = true;
      partition.at(tick, dispatch, component, SCHEDULED);
    }
  }

  private void wakeForWaiting(long tick) {
    if (slots.hold()) {
      wake(turns.next(tick));
    }
  }

  private void onDispatch(long tick, int why) {
    scheduled &= why != SCHEDULED;
    int left = config.mostPerTick(); // no more records are pulled for a window
    boolean placed = true;
    while (placed && left > 0 && slots.hasWaiting(tick) && turns.isAny(tick)) {
      placed = offer(tick);
      left--;
    }
    if (placed && slots.hasMore(tick)) {
      wake(turns.next(tick));
    } else if (!placed) {
      long next = turns.nextOfOthers(tick); // units of other engines may have room
      if (next != DispatchTurns.NEVER) {
        wake(next);
      }
    }
    ends.finish(tick, paths);
  }

  /** Offers the turn to each launch in cyclic order; returns whether a launch used it. */
  private boolean offer(long tick) {
    for (int k = 0; k < slots.count(); k++) {
      RunningLaunch slot = slots.get((turn + k) % slots.count());
      if (slot.heldCount > 0 && slots.isOpen(slot, tick)) {
        if (place(slot, tick)) {
          turn = (slot.number + 1) % slots.count();
          return true;
        }
        if (slots.active() > 1) {
          claims.claim(slot);
        }
      }
    }
    return false;
  }

  private boolean place(RunningLaunch slot, long tick) {
    offered = slot;
    if (slots.count() > 1) {
      placement.restore(slot.placement);
    }
    for (int i = 0; i < Math.min(slot.heldCount, config.window()); i++) {
      int unit = placement.place(slot.held[i].group(), this);
      if (unit != PlacementRule.NONE) {
        slot.placement = placement.state();
        send(slot, unit, i);
        turns.take(unit, tick);
        return true;
      }
    }
    return false;
  }

  private void askToDrain(int unit) {
    if (holders.drain(unit)) {
      if (paths != null) {
        paths.drains(unit, partition.now() + to[unit].latency());
      }
      to[unit].send(ComputeUnit.DRAIN, 0);
    }
  }

  private void send(RunningLaunch slot, int unit, int which) {
    if (unit < 0 || unit >= units || !hasRoom(unit)) {
      throw new IllegalStateException(
          placement.getClass().getName() + " chose cu[" + unit + "], which has no room");
    }
    WorkGroupRecord record = slot.take(which);
    holders.sends(slot, unit);
    if (slots.active() > 1 && slot.hasStartedAll()) {
      holders.disclaim(slot);
    }
    domains.add(unit, slot.wavefrontsPerGroup);
    dispatched++;
    if (paths != null) {
      long now = partition.now();
      paths.sends(unit, domains.of(unit), now, now + to[unit].latency());
    }
    if (!to[unit].send(ComputeUnit.GROUP, table.put(record, slot.number))) {
      throw new IllegalStateException("cu[" + unit + "] takes no group although it has room");
    }
  }

  private void onReports(long tick) {
    for (int i = 0; i < units; i++) {
      while (!from[i].isEmpty()) {
        long kind = from[i].headA();
        int value = (int) from[i].headB();
        from[i].pop();
        if (paths != null) {
          paths.reported(i, domains.of(i), kind == ComputeUnit.DRAIN, tick);
        }
        if (kind == ComputeUnit.DRAIN) {
          holders.drained(i).toDrain--;
          continue;
        }
        table.take(value);
        RunningLaunch slot = holders.holder(i);
        slot.resident--;
        domains.add(i, -slot.wavefrontsPerGroup);
        if (holders.ended(i)) {
          askToDrain(i);
        }
      }
    }
    wakeForWaiting(tick);
    ends.finish(tick, paths);
  }

  /**
   * Ends the launch for which the callback of {@link #beforeEnd} was called.
   *
   * @param tick end of the launch, not after now
   */
  public void end(long tick) {
    ends.end(tick);
    if (paths != null) {
      paths.finishes(tick);
    }
    if (active()) {
      long now = partition.now();
      ends.endNext(now);
      wakeForWaiting(now); // launches that waited for a cooperative one
    }
  }

  @Override
  public int units() {
    return units;
  }

  @Override
  public int resident(int unit) {
    return holders.resident(unit);
  }

  @Override
  public boolean hasRoom(int unit) {
    return holders.admits(offered, unit)
        && (config.engines() == 1 || turns.isOf(unit, partition.now()))
        && domains.haveRoom(unit, offered.wavefrontsPerGroup);
  }

  /** {@return whether any launch is running: from {@link #launch} until {@link #end}} */
  public boolean active() {
    return slots.active() > 0;
  }

  /**
   * {@return whether a launch is running in a slot}
   *
   * @param number index of the slot
   */
  public boolean active(int number) {
    return slots.get(number).isActive();
  }

  /**
   * {@return the tick at which the slot's last launch ended, or began if it is running}
   *
   * @param number index of the slot
   */
  public long finishedAt(int number) {
    return slots.get(number).finishedAt;
  }

  /** {@return the tick at which the last launch ended; valid only while no launch runs} */
  public long finishedAt() {
    return slots.finishedAt();
  }

  /**
   * {@return whether no launch holds a compute unit}
   *
   * @param unit index of the unit, from 0
   */
  public boolean isFree(int unit) {
    return holders.isFree(unit);
  }

  /** {@return the number of groups assigned since the last reset} */
  public long dispatched() {
    return dispatched;
  }

  /**
   * Enables or disables critical paths for the next launches.
   *
   * @param units critical paths by unit; null to disable
   */
  public void follow(List<WavefrontPaths> units) {
    paths = units == null ? null : new DispatchPaths(units, domains.count());
  }

  /**
   * {@return the critical path of the last launch; null before its end or if paths are disabled}
   */
  public Path path() {
    return paths == null ? null : paths.end();
  }

  /** Resets the count of assigned groups; launches continue. */
  public void resetCounters() {
    dispatched = 0;
  }
}
