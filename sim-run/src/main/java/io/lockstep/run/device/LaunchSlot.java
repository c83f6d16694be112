// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import io.lockstep.run.Numbers;
import io.lockstep.run.launch.LaunchSource;
import io.lockstep.run.sample.Sampler;
import io.lockstep.run.stream.StreamOperation;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramReader;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Optional;
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
  private final Sampler sampler;
  private final LaunchSource source;
  private ProgramReader reader; // at the last launch
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
      Sampler sampler,
      LaunchSource source) {
    this.number = number;
    this.machine = machine;
    this.plans = plans;
    this.observed = observed;
    this.sampler = sampler;
    this.source = source;
  }

  /**
   * Begins a launch.
   *
   * @param tickHertz ticks per second
   * @return its ticks if it is not simulated in this pass
   */
  OptionalLong start(StreamOperation o, long tick, long tickHertz) {
    reader = source.seek(o.launch);
    HostStep.Launch launch = reader.launch();
    Optional<Sampler.LeftOut> leftOut = sampler.skips(o.launch, launch, reader.groups());
    if (leftOut.isPresent()) {
      return OptionalLong.of(pass(launch, leftOut.get(), tick, tickHertz));
    }
    LaunchPlan plan = plans.plan(launch);
    groups = plans.groups(launch, reader.groups());
    pulled = 0;
    observed.starting(tick);
    machine.launch(number, plan, this, tick);
    groups = sampler.begin(o.launch, number, plan, groups, tick);
    code = plan.code();
    begun = observed.started(launch.kernel(), number, tick);
    return OptionalLong.empty();
  }

  /** Reports the time of a launch that is left out. */
  private long pass(HostStep.Launch launch, Sampler.LeftOut leftOut, long tick, long tickHertz) {
    leftOut
        .represented()
        .ifPresent(
            ticks ->
                observed.ends(
                    observed.started(launch.kernel(), number, tick),
                    plans.plan(launch).code(),
                    tick + leftOut.ticks(),
                    Numbers.picos(ticks, tickHertz)));
    return leftOut.ticks();
  }

  /** Returns the tick at which the launch ended; -1 while it runs. */
  long endedAt() {
    return machine.idle(number) ? machine.finishedAt(number) : StreamOperation.UNKNOWN;
  }

  /**
   * Ends the launch.
   *
   * @param picos its own time
   * @param reports whether its results belong to this pass
   */
  void ends(long tick, long picos, boolean reports) {
    groupsFinished += pulled;
    plans.executed(begun.kernel(), reader.launchEnd());
    observed.simulated(tick);
    if (reports) {
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
}
