// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.run.sample.LaunchSampler;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A launch slot of a machine, which runs launches one after the other. It is the machine's source
 * of the running launch's work-groups, which it counts as the machine pulls them. Only {@link
 * #groupsFinished} and {@link #groupsBegun} are thread-safe.
 */
final class LaunchSlot implements WorkGroupSource {
  private final int number;
  private final Machine machine;
  private final LaunchPlans plans;
  private final LaunchObservation observed;
  private final LaunchSampler sampler;
  private final LaunchSource source;
  private LaunchObservation.Begun begun; // last launch, possibly of an earlier pass; or null
  private MachineKernel code; // code of the last launch
  private WorkGroupSource groups; // of the last launch
  private long pulled; // groups of the last launch
  private boolean resumed; // whether the current launch was resumed from a checkpoint
  private volatile long groupsFinished; // groups of completed launches
  private volatile long groupsBegun; // groups pulled in all launches

  LaunchSlot(
      int number,
      Machine machine,
      LaunchPlans plans,
      LaunchObservation observed,
      LaunchSampler sampler,
      LaunchSource source) {
    this.number = number;
    this.machine = machine;
    this.plans = plans;
    this.observed = observed;
    this.sampler = sampler;
    this.source = source;
  }

  void start(StreamOperation o, long tick) {
    HostStep.Launch launch = source.seek(o.launch);
    LaunchPlan plan = plans.plan(launch);
    open(launch);
    sampler.prepare(o.launch, plan);
    observed.starting(o.launch, tick);
    machine.launch(number, plan, this, tick);
    groups = sampler.begin(o.launch, number, plan, groups, tick);
    code = plan.code();
    begun = observed.started(launch.kernel(), number, tick);
  }

  /**
   * Performs a launch that is not simulated in this pass.
   *
   * @param tickHertz ticks per second
   * @return its ticks
   */
  long pass(StreamOperation o, long tick, long tickHertz) {
    HostStep.Launch launch = source.seek(o.launch);
    if (sampler.warms(o.launch)) {
      LaunchPlan plan = plans.plan(launch);
      sampler.warm(o.launch, plan, plans.groups(launch, source.groups()));
      return 0;
    }
    sampler.leaveOut(o.launch, source.groups().skip(launch.geometry().groups()));
    long ticks = sampler.ticks(o.launch);
    OptionalLong represented = sampler.replay(o.launch);
    if (represented.isPresent()) {
      observed.ends(
          observed.started(launch.kernel(), number, tick),
          plans.plan(launch).code(),
          tick + ticks,
          Numbers.picos(represented.getAsLong(), tickHertz));
    }
    return ticks;
  }

  private void open(HostStep.Launch launch) {
    groups = plans.groups(launch, source.groups());
    pulled = 0;
  }

  /** Returns the tick at which the launch ended; -1 while it runs. */
  long endedAt() {
    return machine.idle(number) ? machine.finishedAt(number) : StreamOperation.UNKNOWN;
  }

  void ends(long tick, long picos) {
    if (resumed) { // the saved run had read END, but this replay has not
      resumed = false;
      next();
    }
    groupsFinished += pulled;
    plans.executed(begun.kernel(), source.launchEnd());
    observed.simulated(tick);
    if (!sampler.keepsLaunches()) {
      observed.ends(begun, code, tick, picos);
    }
  }

  @Override
  public Status next() {
    Status status = groups.next();
    if (status == Status.RECORD) {
      pulled++;
      groupsBegun = groupsFinished + pulled;
    }
    return status;
  }

  @Override
  public WorkGroupRecord record() {
    return groups.record();
  }

  LaunchObservation.Begun begun() {
    return begun;
  }

  /** Returns the number of work-groups of completed launches. */
  long groupsFinished() {
    return groupsFinished;
  }

  /** Returns the number of work-groups that have begun, including completed ones. */
  long groupsBegun() {
    return groupsBegun;
  }

  /**
   * @param runs whether the last launch has not ended
   */
  void save(StateWriter out, boolean runs) {
    out.writeBoolean(begun != null);
    if (begun != null) {
      out.writeInt(begun.kernel());
      out.writeLong(begun.number());
      out.writeLong(begun.tick());
    }
    if (runs) {
      out.writeLong(pulled);
      out.writeLongs(machine.heldGroups(number));
    }
  }

  /**
   * Restores a saved run, before the machine's state is loaded.
   *
   * @param running the launch that has not ended, or null
   */
  void load(StateReader in, StreamOperation running) {
    begun =
        in.readBoolean()
            ? new LaunchObservation.Begun(in.readInt(), in.readLong(), number, in.readLong())
            : null;
    if (running != null) {
      resume(in, source.seek(running.launch));
    }
  }

  /** Restarts the launch of a saved run and gives the machine the groups that it held. */
  private void resume(StateReader in, HostStep.Launch launch) {
    long then = in.readLong();
    Set<Long> wanted = new HashSet<>();
    for (long id : in.readLongs()) {
      wanted.add(id);
    }
    LaunchPlan plan = plans.plan(launch);
    open(launch);
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
    code = plan.code();
    machine.resume(
        number,
        plan,
        this,
        id -> {
          WorkGroupRecord record = found.get(id);
          if (record == null) {
            throw in.wrong("work-group " + id + " was not held");
          }
          return record;
        });
  }

  void rewind() {
    source.rewind();
  }

  void close() {
    source.close();
  }
}
