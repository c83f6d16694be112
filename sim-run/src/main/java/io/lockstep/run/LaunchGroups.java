package io.lockstep.run;

import io.lockstep.core.engine.Simulation;
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
 * The groups of the launch that a machine runs: it pulls them here, if they are counted. Not
 * thread-safe, but for {@link #done}.
 */
final class LaunchGroups implements WorkGroupSource {
  private final int slot;
  private final Machine machine;
  private final Simulation simulation;
  private final LaunchPlans plans;
  private WorkGroupSource groups;
  private long pulled;
  private boolean resumed; // within this launch
  private volatile long finished; // with launches that are over
  private volatile long retiredThen;
  private volatile long begun; // of all launches

  /**
   * @param slot of the machine
   */
  LaunchGroups(int slot, Machine machine, Simulation simulation, LaunchPlans plans) {
    this.slot = slot;
    this.machine = machine;
    this.simulation = simulation;
    this.plans = plans;
  }

  /**
   * A launch starts.
   *
   * @param recorded its groups in the trace
   */
  void start(HostStep.Launch launch, WorkGroupSource recorded) {
    groups = plans.groups(launch, recorded);
    pulled = 0;
  }

  /** The launch is over. */
  void end() {
    if (resumed) { // their end may have been seen before the checkpoint, but not since
      resumed = false;
      next();
    }
    finished += pulled; // also where the device does not tell of groups that end
    retiredThen = simulation.retired();
  }

  /** Groups of launches that are over; for any thread. */
  long finished() {
    return finished;
  }

  /** How many groups of the last launch have been pulled. */
  long pulled() {
    return pulled;
  }

  /** Work-groups that have ended; for any thread, which may see it a little late. */
  long done() {
    return finished + Math.max(0, simulation.retired() - retiredThen);
  }

  /** Work-groups that have begun, ended or not; for any thread. */
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
   * Starts a launch where the saved run was in it, and gives the machine the groups that it held.
   *
   * @param recorded its groups in the trace, from the first
   * @return the launch as the machine has it
   */
  LaunchPlan resume(StateReader in, HostStep.Launch launch, WorkGroupSource recorded) {
    long then = in.readLong();
    Set<Long> wanted = new HashSet<>();
    for (long id : in.readLongs()) {
      wanted.add(id);
    }
    start(launch, recorded);
    resumed = true;
    Map<Long, WorkGroupRecord> found = new HashMap<>(); // looked up only, never walked
    while (pulled < then) {
      if (next() != Status.RECORD) {
        throw in.wrong("the launch ends before its group " + then);
      }
      if (wanted.contains(record().group())) {
        found.put(record().group(), record());
      }
    }
    LaunchPlan plan = plans.plan(launch);
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
