// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The work-groups of the launch that a machine runs, counted as the machine pulls them. Only {@link
 * #finished} and {@link #begun} are thread-safe.
 */
final class LaunchGroups implements WorkGroupSource {
  private final int slot;
  private final Machine machine;
  private final LaunchPlans plans;
  private WorkGroupSource groups;
  private long pulled;
  private boolean resumed; // whether the current launch was resumed from a checkpoint
  private volatile long finished; // groups of completed launches
  private volatile long begun; // groups pulled in all launches

  LaunchGroups(int slot, Machine machine, LaunchPlans plans) {
    this.slot = slot;
    this.machine = machine;
    this.plans = plans;
  }

  void start(HostStep.Launch launch, WorkGroupSource recorded) {
    groups = plans.groups(launch, recorded);
    pulled = 0;
  }

  void end() {
    if (resumed) { // the saved run had read END, but this replay has not
      resumed = false;
      next();
    }
    finished += pulled;
  }

  /** Returns the number of work-groups of completed launches. */
  long finished() {
    return finished;
  }

  /** Returns the number of work-groups that have begun, including completed ones. */
  long begun() {
    return begun;
  }

  @Override
  public Status next() {
    Status status = groups.next();
    if (status == Status.RECORD) {
      pulled++;
      begun = finished + pulled;
    }
    return status;
  }

  @Override
  public WorkGroupRecord record() {
    return groups.record();
  }

  void save(StateWriter out) {
    out.writeLong(pulled);
    out.writeLongs(machine.heldGroups(slot));
  }

  /**
   * Restarts the launch of a saved run and gives the machine the groups that it held.
   *
   * @param recorded the launch's groups in the trace, from the first
   */
  LaunchPlan resume(StateReader in, HostStep.Launch launch, WorkGroupSource recorded) {
    long then = in.readLong();
    Set<Long> wanted = new HashSet<>();
    for (long id : in.readLongs()) {
      wanted.add(id);
    }
    LaunchPlan plan = plans.plan(launch);
    start(launch, recorded);
    resumed = true;
    Map<Long, WorkGroupRecord> found = new HashMap<>(); // never iterated
    while (pulled < then) {
      if (next() != Status.RECORD) {
        throw in.wrong("the launch ends before its group " + then);
      }
      if (wanted.contains(record().group())) {
        found.put(record().group(), record());
      }
    }
    machine.resume(
        slot,
        plan,
        this,
        id -> {
          WorkGroupRecord record = found.get(id);
          if (record == null) {
            throw in.wrong("work-group " + id + " was not held");
          }
          return record;
        });
    return plan;
  }
}
