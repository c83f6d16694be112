// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.run.launch.LaunchCursor;
import io.lockstep.run.plugin.DeclaredSink;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramReader;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What a sampler needs of the run of a program on a device.
 *
 * @param declared statistics that the machine may write
 * @param now the simulation's current tick
 * @param events its number of events so far
 * @param launches the program's launches, which are read beside the simulation
 */
public record SampledRun(
    Machine machine,
    FamilyStatistics declared,
    LongSupplier now,
    LongSupplier events,
    LaunchCursor launches,
    Plans plans) {

  /** The launches of a program, checked and lowered for the device. */
  public interface Plans {
    Program program();

    /** Checks and lowers a launch. */
    LaunchPlan plan(HostStep.Launch launch);

    /** Returns the work-groups of a launch that was planned, as the device runs them. */
    WorkGroupSource groups(HostStep.Launch launch, WorkGroupSource recorded);
  }

  /** Reads the work-groups of a launch beside the simulation. */
  WorkGroupSource groups(long number) {
    ProgramReader reader = launches.seek(number);
    return plans.groups(reader.launch(), reader.groups());
  }

  /** Returns the machine's sums at a tick. */
  Snapshot snapshot(long tick) {
    StatisticSums sums = StatisticSums.withLevels(declared);
    machine.interim(tick, DeclaredSink.interim(declared, machine, sums));
    return new Snapshot(sums, machine.rows(tick), machine.codeCounts());
  }

  /**
   * Drops all data of the program from the machine's caches.
   *
   * @param addresses device addresses of the program's buffers
   */
  void forgetBuffers(long[] addresses) {
    List<BufferInfo> buffers = plans.program().buffers();
    for (int b = 0; b < buffers.size(); b++) {
      machine.forget(addresses[b], buffers.get(b).bytes());
    }
  }
}
