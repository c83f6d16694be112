// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.run.sample.LaunchSampler;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.OptionalLong;

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
    groups = plans.groups(launch, source.groups());
    pulled = 0;
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

  /** Returns the tick at which the launch ended; -1 while it runs. */
  long endedAt() {
    return machine.idle(number) ? machine.finishedAt(number) : StreamOperation.UNKNOWN;
  }

  void ends(long tick, long picos) {
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

  /** Returns the number of work-groups of completed launches. */
  long groupsFinished() {
    return groupsFinished;
  }

  /** Returns the number of work-groups that have begun, including completed ones. */
  long groupsBegun() {
    return groupsBegun;
  }

  void rewind() {
    source.rewind();
  }

  void close() {
    source.close();
  }
}
