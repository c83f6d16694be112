// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.core.engine.Simulation;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.spi.Device;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;

/** A launch slot of a machine, which runs launches one after the other. */
final class LaunchSlot {
  private final int number;
  private final Machine machine;
  private final Device device;
  private final Program program;
  private final LaunchPlans plans;
  private final LaunchObservation observed;
  private final LaunchSource source;
  private final LaunchGroups groups;
  private LaunchObservation.Begun begun; // last launch, possibly of an earlier pass; or null
  private MachineKernel code; // code of the last launch

  /** Objects that all slots of a machine share. */
  record Parts(
      Device device,
      Machine machine,
      Simulation simulation,
      Program program,
      LaunchPlans plans,
      LaunchObservation observed) {}

  LaunchSlot(int number, Parts parts, LaunchSource source) {
    this.number = number;
    machine = parts.machine;
    device = parts.device;
    program = parts.program;
    plans = parts.plans;
    observed = parts.observed;
    this.source = source;
    groups = new LaunchGroups(number, machine, plans);
  }

  void start(StreamOperation o, long tick) {
    HostStep.Launch launch = source.seek(o.launch);
    LaunchPlan plan = plans.plan(launch);
    groups.start(launch, source.groups());
    observed.starting(tick);
    machine.launch(number, plan, groups, tick);
    code = plan.code();
    begun = observed.started(launch.kernel(), number, tick);
  }

  /** Returns the tick at which the launch ended; -1 while it runs. */
  long endedAt() {
    return machine.idle(number) ? machine.finishedAt(number) : StreamOperation.UNKNOWN;
  }

  void ends(long tick, long picos) {
    groups.end();
    CapabilityCheck.executed(
        program.kernels().get(begun.kernel()), source.launchEnd(), device.capabilities());
    observed.ends(begun, code, tick, picos);
  }

  LaunchObservation.Begun begun() {
    return begun;
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
      groups.save(out);
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
      code = groups.resume(in, source.seek(running.launch), source.groups()).code();
    }
  }

  LaunchGroups groups() {
    return groups;
  }

  void rewind() {
    source.rewind();
  }

  void close() {
    source.close();
  }
}
