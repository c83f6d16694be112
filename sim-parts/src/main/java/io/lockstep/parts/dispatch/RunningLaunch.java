// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Arrays;

final class RunningLaunch {
  enum Phase {
    IDLE,
    RUNS,
    /** All groups have ended; the units drain their writes. */
    DRAINS,
    /** The units have drained; another launch is still in phase {@link #ENDS}. */
    WAITS,
    /** The registered work between draining and the end is running. */
    ENDS
  }

  final int number;
  Phase phase = Phase.IDLE;
  LaunchPlan plan;
  int groupLimit; // maximum resident groups per unit
  int wavefrontsPerGroup;
  WorkGroupRecord[] held = {};
  int heldCount;
  int resident; // groups on units or in transit
  int units; // units that the launch holds or has claimed
  int claimed; // claimed units that hold no group of the launch yet
  int spread; // maximum groups per unit while claims are pending
  boolean waitsForItself; // whether its groups may poll for each other's writes
  int toDrain;
  long order; // sequence number among all launches
  long firstTick; // tick of the first group
  long finishedAt;
  long started; // number of started groups
  long drainedAt;
  long placement; // the placement rule's state for this launch
  private WorkGroupSource source;
  private boolean ended; // whether the source has no more groups
  private int lookAhead;

  RunningLaunch(int number) {
    this.number = number;
  }

  void takes(LaunchPlan launch, WorkGroupSource groups, DispatcherConfig config, long window) {
    plan = launch;
    source = groups;
    groupLimit = Math.min(launch.occupancy().groups(), config.groupsPerUnit());
    wavefrontsPerGroup = launch.occupancy().wavefrontsPerGroup();
    waitsForItself = !PollLoops.of(launch.code().kernel()).isEmpty();
    // Room for the groups that one simulation window can start, plus the groups that its last tick
    // may examine. In an interval, an engine can exceed its rate by one group, and by another one
    // because the interval is rounded.
    Rate rate = config.groups();
    int perTick = config.mostPerTick();
    long ofEngine = window * rate.amount() / rate.ticks() + 2;
    long handedOut = Math.min(window * perTick, config.engines() * ofEngine);
    lookAhead = config.window() + perTick - 1 + (int) handedOut;
    held = Arrays.copyOf(held, lookAhead);
  }

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

  void end(long tick) {
    phase = Phase.IDLE;
    source = null;
    finishedAt = tick;
  }

  boolean isActive() {
    return phase != Phase.IDLE;
  }

  boolean hasStartedAll() {
    return ended && heldCount == 0;
  }

  long unstarted() {
    return plan.geometry().groups() - started;
  }

  /** Limits groups per unit so that they spread over all units held or claimed. */
  void spread() {
    long each = (resident + unstarted() + units - 1) / Math.max(1, units);
    spread = (int) Math.min(groupLimit, Math.max(1, each));
  }

  /** Returns the maximum number of resident work-groups if the launch runs alone. */
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

  /** Returns the maximum number of groups that are pulled but not assigned. */
  int lookAhead() {
    return lookAhead;
  }

  /**
   * Pulls groups until {@link #lookAhead} are held, the most that the next synchronization window
   * may assign, or the launch has no more.
   */
  void pull() {
    while (isActive() && !ended && heldCount < lookAhead) {
      if (source.next() == WorkGroupSource.Status.END) {
        ended = true;
      } else {
        held[heldCount++] = source.record();
      }
    }
  }

  WorkGroupRecord take(int which) {
    WorkGroupRecord record = held[which];
    System.arraycopy(held, which + 1, held, which, --heldCount - which);
    held[heldCount] = null;
    resident++;
    started++;
    return record;
  }

  String waiting() {
    String then =
        phase != Phase.RUNS ? toDrain + " units drain" : ended ? "no more come" : "more come";
    return resident + " groups are resident, " + heldCount + " wait, " + then;
  }
}
