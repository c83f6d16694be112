// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.observe.Observation;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.trace.file.Recording;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.Program;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** A trace, which is a recording already. */
final class TraceProgram extends SharedProgram {
  private final Path path;
  private final TraceFile trace;
  private final LaunchEnds ends = new LaunchEnds();
  private Recording recording; // null until it is read

  TraceProgram(Runner runner, Path path, TraceFile trace) {
    super(runner, Optional.of(path));
    this.path = path;
    this.trace = trace;
  }

  @Override
  public Program program() {
    return trace.program();
  }

  @Override
  public Optional<WorkloadExecution> execution() {
    return Optional.empty();
  }

  @Override
  public Optional<String> trace() {
    return Optional.of(trace.identity());
  }

  @Override
  public synchronized Optional<String> record(
      Runner.Target target, RunOptions options, Observation observation, BufferDumps dumps) {
    if (recording == null) {
      dumps.refuseTrace(path);
      Runner.refuseChecks(path, options);
      recording = trace.held(options.recordingBytes(), ends);
      observation.meter().phaseOfDevices(SIMULATING, GROUPS, OptionalLong.of(trace.groups()));
    }
    return Optional.empty();
  }

  @Override
  public RunResult run(Runner.Target target, RunOptions options, Observation observation) {
    return new RowSimulation(runner.catalogue(), use -> use.accept(recording), ends)
        .simulate(row(target), options, observation);
  }

  @Override
  public void close() {
    trace.close();
  }
}
