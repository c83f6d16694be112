package io.lockstep.parts.dispatch;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.Port;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.GroupTable;
import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.path.Path;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * Assigns work-groups to compute units, in id order, at a limited rate, as far as there is room.
 *
 * <p>It pulls records from the launch's source ahead of need: as many as it may examine or assign
 * until the simulation's gate ({@link #ready}) asks again. While the source is starved the gate is
 * closed, so no tick runs without the records that it might use, and the time of their arrival has
 * no effect. The source is accessed only at the gate, by the thread that calls the simulation.
 *
 * <p>A launch ends when its last group has ended and every compute unit that had one reports its
 * memory units drained. One launch at a time. Not thread-safe.
 */
public final class Dispatcher implements FreeCapacity {
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
  private final int perTickLimit;
  private final DispatchTurns turns;
  private int lookAhead;

  // The launch.
  private LaunchPlan launch;
  private WorkGroupSource source;
  private boolean active;
  private boolean ended;
  private int groupLimit;
  private int wavefrontsPerGroup;
  private WorkGroupRecord[] held = {};
  private int heldCount;

  private final int[] resident;
  private final int domainUnits; // 0 where only units are limited
  private final int[] domainWavefronts;
  private final byte[] used;
  private int residentGroups;
  private int toDrain;
  private boolean draining;
  private boolean scheduled;
  private long startTick;
  private long finishedAt;
  private long dispatched;
  private long started; // of the launch
  private DispatchPaths paths; // null unless requested
  private LongConsumer beforeEnd; // null: a launch ends when its units have drained
  private Runnable look; // null where no watch looks for deadlocks

  /**
   * Creates the dispatcher's component, event kinds and gate; compute units are connected
   * afterwards.
   *
   * @param partition its partition, whose thread runs its events
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
    dispatch = partition.kind("dispatch.group", Phase.WORK, (tick, c, x) -> onDispatch(tick));
    reports = partition.kind("dispatch.report", Phase.WORK, (tick, c, x) -> onReports(tick));
    to = new Port[units];
    from = new Port[units];
    Rate rate = config.groups();
    long perTick = config.engines() * ((rate.amount() + rate.ticks() - 1) / rate.ticks());
    perTickLimit = (int) Math.min(perTick, 64);
    turns = new DispatchTurns(rate, config.engines(), units);
    resident = new int[units];
    used = new byte[units];
    domainUnits = config.domain().units();
    domainWavefronts = new int[domainUnits == 0 ? 1 : (units - 1) / domainUnits + 1];
    partition.simulation().gate(this::ready);
    partition.simulation().waitReason(component, this::waiting);
  }

  /**
   * Creates the ports to and from a compute unit; once for each, before the first launch.
   *
   * @param unit with a number below the dispatcher's count of units
   */
  public void connect(ComputeUnit unit) {
    int i = unit.index();
    int room = unit.config().groups() + 1; // a full unit and the message that asks it to drain
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
        .waitsFor(component, () -> resident[i] > 0 ? List.of(unit.component()) : List.of());
  }

  /**
   * Begins a launch: the first group leaves after the configured ticks.
   *
   * @param plan code, geometry and occupancy
   * @param groups records in id order; may be starved for a while
   * @param tick start of the launch, not before now
   * @throws IllegalStateException if a launch is running
   */
  public void launch(LaunchPlan plan, WorkGroupSource groups, long tick) {
    if (active) {
      throw new IllegalStateException("a launch is running already");
    }
    begin(plan, groups);
    startTick = tick;
    turns.begin();
    ended = false;
    active = true;
    draining = false;
    heldCount = 0;
    started = 0;
    finishedAt = tick;
    Arrays.fill(used, (byte) 0);
    placement.begin();
    if (paths != null) {
      paths.begin(plan, tick, tick + config.startTicks());
    }
    wake(tick + config.startTicks());
  }

  /**
   * Resumes a launch whose state is loaded next.
   *
   * @param plan the launch that ran when the state was saved
   * @param groups its records from the first one that was neither assigned nor held
   */
  public void begin(LaunchPlan plan, WorkGroupSource groups) {
    launch = plan;
    source = groups;
    groupLimit = Math.min(plan.occupancy().groups(), config.groupsPerUnit());
    wavefrontsPerGroup = plan.occupancy().wavefrontsPerGroup();
    // Room for a window of the simulation, with what one tick may look at left at its end. The rate
    // can be exceeded by one group in an interval, and by one more for the interval's own rounding.
    long ticks = partition.simulation().windowTicks();
    Rate rate = config.groups();
    long ofEngine = ticks * rate.amount() / rate.ticks() + 2;
    long handedOut = Math.min(ticks * perTickLimit, config.engines() * ofEngine);
    lookAhead = config.window() + perTickLimit - 1 + (int) handedOut;
    held = Arrays.copyOf(held, lookAhead);
    if (groupLimit < 1
        || config.domain().units() > 0 && wavefrontsPerGroup > config.domain().wavefronts()) {
      throw new IllegalArgumentException("a group of this launch fits no compute unit");
    }
    if (plan.cooperative() && plan.geometry().groups() > capacity()) {
      throw new RefusalException(
          ("kernel '%s': a cooperative launch of %s work-groups, of which the device holds"
                  + " %s at once (%s on a compute unit, limited by %s)")
              .formatted(
                  plan.code().kernel().name(),
                  plan.geometry().groups(),
                  capacity(),
                  groupLimit,
                  plan.occupancy().limit()));
    }
  }

  /**
   * Registers a callback before each window of a launch.
   *
   * @param wanted called with no event under way; null for none
   */
  public void beforeWindows(Runnable wanted) {
    look = wanted;
  }

  /**
   * Registers work between the draining of the last unit and the end of a launch.
   *
   * @param begins called at the tick of the draining; {@link #end} follows
   */
  public void beforeEnd(LongConsumer begins) {
    beforeEnd = begins;
  }

  /** {@return work-groups of the launch that compute units hold or that are in transit} */
  public int residentGroups() {
    return residentGroups;
  }

  /** {@return work-groups of the launch not yet assigned to a compute unit} */
  public long unstarted() {
    return launch.geometry().groups() - started;
  }

  /** {@return whether its next event is scheduled} */
  public boolean isScheduled() {
    return scheduled;
  }

  /** {@return work-groups of the launch that the device holds at once} */
  public long capacity() {
    int perDomain = domainUnits;
    if (perDomain == 0) {
      return (long) groupLimit * units;
    }
    long sum = 0;
    for (int from = 0; from < units; from += perDomain) {
      long own = (long) groupLimit * Math.min(perDomain, units - from);
      sum += Math.min(own, config.domain().wavefronts() / wavefrontsPerGroup);
    }
    return sum;
  }

  /** The gate: whether all records that the next window might use are here. */
  boolean ready() {
    if (look != null && active) {
      look.run();
    }
    if (!active || ended || heldCount == lookAhead) {
      return true;
    }
    while (heldCount < lookAhead) {
      switch (source.next()) {
        case RECORD:
          held[heldCount++] = source.record();
          break;
        case END:
          ended = true;
          return true;
        default:
          return false;
      }
    }
    return true;
  }

  private void wake(long tick) {
    if (!scheduled) {
      scheduled = true;
      partition.at(tick, dispatch, component, 0);
    }
  }

  private void onDispatch(long tick) {
    scheduled = false;
    int left = perTickLimit; // what the gate has vouched for
    boolean placed = true;
    while (heldCount > 0 && left > 0 && placed && turns.isAny(tick)) {
      placed = false;
      for (int i = 0; i < Math.min(heldCount, config.window()); i++) {
        int unit = placement.place(held[i].group(), this);
        if (unit != PlacementRule.NONE) {
          send(unit, i);
          turns.take(unit, tick);
          placed = true;
          left--;
          break;
        }
      }
    }
    if (placed && !(ended && heldCount == 0)) {
      wake(turns.next(tick));
    } else if (!placed) {
      long next = turns.nextOfOthers(tick); // whose units may have room
      if (next != DispatchTurns.NEVER) {
        wake(next);
      }
    }
    finish(tick);
  }

  private void send(int unit, int which) {
    if (unit < 0 || unit >= resident.length || !hasRoom(unit)) {
      throw new IllegalStateException(
          placement.getClass().getName() + " chose cu[" + unit + "], which has no room");
    }
    WorkGroupRecord record = held[which];
    System.arraycopy(held, which + 1, held, which, --heldCount - which);
    held[heldCount] = null;
    resident[unit]++;
    residentGroups++;
    domainWavefronts[domain(unit)] += wavefrontsPerGroup;
    used[unit] = 1;
    dispatched++;
    started++;
    if (paths != null) {
      long now = partition.now();
      paths.sends(unit, domain(unit), now, now + to[unit].latency());
    }
    if (!to[unit].send(ComputeUnit.GROUP, table.put(record))) {
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
          paths.reported(i, domain(i), kind == ComputeUnit.DRAIN, tick);
        }
        if (kind == ComputeUnit.DRAIN) {
          toDrain--;
          continue;
        }
        table.take(value);
        resident[i]--;
        residentGroups--;
        domainWavefronts[domain(i)] -= wavefrontsPerGroup;
      }
    }
    if (heldCount > 0) {
      wake(turns.next(tick));
    }
    finish(tick);
  }

  /** Ends the launch, first its groups, then their writes. */
  private void finish(long tick) {
    if (!active || !ended || heldCount > 0 || residentGroups > 0) {
      return;
    }
    if (!draining) {
      draining = true;
      toDrain = 0;
      for (int i = 0; i < units; i++) {
        if (used[i] != 0) {
          toDrain++;
          if (paths != null) {
            paths.drains(i, tick + to[i].latency());
          }
          to[i].send(ComputeUnit.DRAIN, 0);
        }
      }
    }
    if (toDrain == 0) {
      if (paths != null) {
        paths.drained(tick);
      }
      if (beforeEnd == null) {
        end(tick);
      } else {
        beforeEnd.accept(tick);
      }
    }
  }

  /**
   * Ends a launch whose units have drained.
   *
   * @param tick now
   */
  public void end(long tick) {
    active = false;
    source = null;
    finishedAt = tick;
    if (paths != null) {
      paths.finishes(tick);
    }
  }

  private int domain(int unit) {
    return domainUnits == 0 ? 0 : unit / domainUnits;
  }

  @Override
  public int units() {
    return units;
  }

  @Override
  public int resident(int unit) {
    return resident[unit];
  }

  @Override
  public boolean hasRoom(int unit) {
    return resident[unit] < groupLimit
        && (config.engines() == 1 || turns.isOf(unit, partition.now()))
        && (domainUnits == 0
            || domainWavefronts[domain(unit)] + wavefrontsPerGroup <= config.domain().wavefronts());
  }

  /** {@return whether a launch is running: from {@link #launch} until the last unit has drained} */
  public boolean active() {
    return active;
  }

  /**
   * {@return tick at which the last unit of the last launch had drained; its start while it runs}
   */
  public long finishedAt() {
    return finishedAt;
  }

  /** {@return groups assigned since the last reset} */
  public long dispatched() {
    return dispatched;
  }

  /**
   * Requests the critical paths of the next launches.
   *
   * @param units those of the units in their order; null if not wanted
   */
  public void follow(List<WavefrontPaths> units) {
    paths = units == null ? null : new DispatchPaths(units, domainWavefronts.length);
  }

  /**
   * {@return the critical path of the last launch; null if it has not ended or paths are not
   * wanted}
   */
  public Path path() {
    return paths == null ? null : paths.end();
  }

  LaunchPlan launch() {
    return launch;
  }

  /** Resets the count of assigned groups; the launch continues. */
  public void resetCounters() {
    dispatched = 0;
  }

  /** {@return ids of the groups that are resident or wait} */
  public long[] heldGroups() {
    return LongStream.concat(
            Arrays.stream(held, 0, heldCount).mapToLong(WorkGroupRecord::group), table.groups())
        .toArray();
  }

  private String waiting() {
    return active
        ? residentGroups
            + " groups are resident, "
            + heldCount
            + " wait, "
            + (draining ? toDrain + " units drain" : ended ? "no more come" : "more come")
        : null;
  }

  /**
   * Writes the state of the launch; records are written as their group's id.
   *
   * @param out where the part named {@code dispatcher} is written
   */
  public void save(StateWriter out) {
    out.begin("dispatcher");
    out.writeBoolean(active);
    out.writeBoolean(ended);
    out.writeInt(heldCount);
    for (int i = 0; i < heldCount; i++) {
      out.writeLong(held[i].group());
    }
    out.writeInts(resident);
    out.writeInts(domainWavefronts);
    out.writeBytes(used);
    out.writeInt(residentGroups);
    out.writeInt(toDrain);
    out.writeBoolean(draining);
    turns.save(out);
    out.writeBoolean(scheduled);
    out.writeLong(startTick);
    out.writeLong(finishedAt);
    out.writeLong(dispatched);
    out.writeLong(started);
    out.writeLong(placement.state());
    table.save(out);
  }

  /**
   * Replaces the state by a saved one; {@link #begin} must have been called for the same launch.
   *
   * @param in the saved state
   * @param find finds a work-group's record by its id
   */
  public void load(StateReader in, LongFunction<WorkGroupRecord> find) {
    in.begin("dispatcher");
    active = in.readBoolean();
    ended = in.readBoolean();
    heldCount = in.readInt();
    for (int i = 0; i < heldCount; i++) {
      held[i] = find.apply(in.readLong());
    }
    in.readInto(resident);
    in.readInto(domainWavefronts);
    in.readInto(used);
    residentGroups = in.readInt();
    toDrain = in.readInt();
    draining = in.readBoolean();
    turns.load(in);
    scheduled = in.readBoolean();
    startTick = in.readLong();
    finishedAt = in.readLong();
    dispatched = in.readLong();
    started = in.readLong();
    placement.restore(in.readLong());
    table.load(in, find);
  }
}
