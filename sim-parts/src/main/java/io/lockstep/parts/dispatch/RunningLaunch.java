package io.lockstep.parts.dispatch;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.kernel.ir.PollLoops;
import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Arrays;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * A launch of the dispatcher: its work-groups that wait, and how far it has come. Not thread-safe.
 */
final class RunningLaunch {
  /** How far a launch has come. */
  enum Phase {
    /** No launch runs. */
    IDLE,
    /** Its groups start and end. */
    RUNS,
    /** All groups have ended; its units finish their writes. */
    DRAINS,
    /** Its units have drained; what comes before the end is under way for another launch. */
    WAITS,
    /** What comes between the draining and the end is under way. */
    ENDS
  }

  private static final Phase[] PHASES = Phase.values();

  final int number;
  Phase phase = Phase.IDLE;
  LaunchPlan plan;
  int groupLimit; // on a unit
  int wavefrontsPerGroup;
  WorkGroupRecord[] held = {};
  int heldCount;
  int resident; // groups on units or on their way
  int units; // that it holds or that pass to it
  int claimed; // of these: they have not passed yet
  int spread; // groups on a unit at most while units have to pass
  boolean waitsForItself; // its groups may wait for one another
  int toDrain;
  long order; // of its launch among all
  long firstTick; // its groups start from here on
  long finishedAt;
  long started; // groups
  long drainedAt;
  long placement; // the rule's state
  private WorkGroupSource source;
  private boolean ended; // no more groups come
  private int lookAhead;

  RunningLaunch(int number) {
    this.number = number;
  }

  /** Takes the code, the geometry and the source of a launch, which begins or is loaded next. */
  void takes(LaunchPlan launch, WorkGroupSource groups, DispatcherConfig config, long window) {
    plan = launch;
    source = groups;
    groupLimit = Math.min(launch.occupancy().groups(), config.groupsPerUnit());
    wavefrontsPerGroup = launch.occupancy().wavefrontsPerGroup();
    waitsForItself = !PollLoops.of(launch.code().kernel()).isEmpty();
    // Room for a window of the simulation, with what one tick may look at left at its end. The rate
    // can be exceeded by one group in an interval, and by one more for the interval's own rounding.
    Rate rate = config.groups();
    int perTick = config.mostPerTick();
    long ofEngine = window * rate.amount() / rate.ticks() + 2;
    long handedOut = Math.min(window * perTick, config.engines() * ofEngine);
    lookAhead = config.window() + perTick - 1 + (int) handedOut;
    held = Arrays.copyOf(held, lookAhead);
  }

  /**
   * Refuses a cooperative launch that does not fit the device.
   *
   * @param capacity work-groups that the device holds at once
   */
  void requireCapacity(long capacity) {
    if (plan.geometry().groups() > capacity) {
      throw new RefusalException(
          ("kernel '%s': a cooperative launch of %s work-groups, of which the device holds"
                  + " %s at once (%s on a compute unit, limited by %s)")
              .formatted(
                  plan.code().kernel().name(),
                  plan.geometry().groups(),
                  capacity,
                  groupLimit,
                  plan.occupancy().limit()));
    }
  }

  /** The launch begins at a tick, its first group later. */
  void begin(long tick, long first, long number) {
    phase = Phase.RUNS;
    ended = false;
    heldCount = 0;
    started = 0;
    units = 0;
    claimed = 0;
    finishedAt = tick;
    firstTick = first;
    order = number;
  }

  /** The launch has ended. */
  void end(long tick) {
    phase = Phase.IDLE;
    source = null;
    finishedAt = tick;
  }

  /** Whether a launch runs. */
  boolean isActive() {
    return phase != Phase.IDLE;
  }

  /** Whether all groups of the launch have been handed out. */
  boolean hasStartedAll() {
    return ended && heldCount == 0;
  }

  /** Ids of the work-groups that are pulled and wait. */
  LongStream waitingGroups() {
    return Arrays.stream(held, 0, heldCount).mapToLong(WorkGroupRecord::group);
  }

  /** Work-groups that have not been handed out. */
  long unstarted() {
    return plan.geometry().groups() - started;
  }

  /** Spreads all groups over the units that it holds or that pass to it. */
  void spread() {
    long each = (resident + unstarted() + units - 1) / Math.max(1, units);
    spread = (int) Math.min(groupLimit, Math.max(1, each));
  }

  /** Work-groups that the device holds at once, if the launch runs alone. */
  long capacity(int units, DispatcherConfig.Domain domain) {
    if (domain.units() == 0) {
      return (long) groupLimit * units;
    }
    long sum = 0;
    for (int from = 0; from < units; from += domain.units()) {
      long own = (long) groupLimit * Math.min(domain.units(), units - from);
      sum += Math.min(own, domain.wavefronts() / wavefrontsPerGroup);
    }
    return sum;
  }

  /** Pulls groups ahead of need; whether all are here that the next window might use. */
  boolean pull() {
    if (!isActive() || ended || heldCount == lookAhead) {
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

  /** Takes one of the groups that wait. */
  WorkGroupRecord take(int which) {
    WorkGroupRecord record = held[which];
    System.arraycopy(held, which + 1, held, which, --heldCount - which);
    held[heldCount] = null;
    resident++;
    started++;
    return record;
  }

  /** What a launch that runs waits for. */
  String waiting() {
    String then =
        phase != Phase.RUNS ? toDrain + " units drain" : ended ? "no more come" : "more come";
    return resident + " groups are resident, " + heldCount + " wait, " + then;
  }

  void save(StateWriter out) {
    out.writeInt(phase.ordinal());
    out.writeBoolean(ended);
    out.writeInt(heldCount);
    for (int i = 0; i < heldCount; i++) {
      out.writeLong(held[i].group());
    }
    out.writeInt(resident);
    out.writeInt(units);
    out.writeInt(claimed);
    out.writeInt(spread);
    out.writeInt(toDrain);
    out.writeLong(order);
    out.writeLong(firstTick);
    out.writeLong(finishedAt);
    out.writeLong(started);
    out.writeLong(drainedAt);
    out.writeLong(placement);
  }

  /** Replaces the state; where a launch ran, {@link #takes} has been called for it. */
  void load(StateReader in, LongFunction<WorkGroupRecord> find) {
    phase = PHASES[in.readInt()];
    ended = in.readBoolean();
    heldCount = in.readInt();
    for (int i = 0; i < heldCount; i++) {
      held[i] = find.apply(in.readLong());
    }
    resident = in.readInt();
    units = in.readInt();
    claimed = in.readInt();
    spread = in.readInt();
    toDrain = in.readInt();
    order = in.readLong();
    firstTick = in.readLong();
    finishedAt = in.readLong();
    started = in.readLong();
    drainedAt = in.readLong();
    placement = in.readLong();
  }
}
