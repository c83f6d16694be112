// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.io.InputException;
import io.lockstep.observe.Meter;
import io.lockstep.observe.Observation;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.trace.file.ProgramRecorder;
import io.lockstep.trace.file.Recording;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.TappedProgramSource;
import io.lockstep.workload.RuleResults;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A workload in one text, which is executed once. */
final class WorkloadProgram extends SharedProgram {
  private final WorkloadExecution execution;
  private final Omissions omissions;
  private LaunchEnds ends = new LaunchEnds();
  private Optional<Recording> recording = Optional.empty(); // until the execution has ended
  private boolean begun; // whether record() was called
  private Optional<String> late = Optional.empty(); // message if the execution took too long
  private RuntimeException wrong; // why the execution failed, or null

  WorkloadProgram(Runner runner, Optional<Path> input, WorkloadExecution execution) {
    super(runner, input);
    this.execution = execution;
    omissions = new Omissions(execution);
  }

  @Override
  public Program program() {
    return execution.program();
  }

  @Override
  public Optional<WorkloadExecution> execution() {
    return Optional.of(execution);
  }

  @Override
  public Optional<String> trace() {
    return Optional.empty();
  }

  @Override
  public synchronized Optional<String> record(
      Runner.Target target, RunOptions options, Observation observation, BufferDumps dumps) {
    if (wrong != null) {
      throw wrong;
    }
    if (begun || recording.isPresent()) {
      return late;
    }
    begun = true;
    try {
      record(options, observation.meter(), dumps);
    } catch (RuntimeException e) {
      wrong = e;
      throw e;
    }
    return late;
  }

  private void record(RunOptions options, Meter meter, BufferDumps dumps) {
    meter.noting(execution::longGroup);
    if (!dumps.areWanted()) {
      omissions.ofValues(options);
      if (omissions.ofGroups(options)) {
        meter.phaseOfDevices(SIMULATING, GROUPS, execution.plannedGroups());
        return;
      }
    }
    dumps.open(execution);
    meter.phase("executing", GROUPS, execution.plannedGroups());
    Watchdog watchdog = new Watchdog(options.limits());
    TappedProgramSource source = new TappedProgramSource(meter.counted(execution), ends);
    recording = watchdog.call(() -> ProgramRecorder.record(source, options.recordingBytes()));
    if (recording.isEmpty()) {
      late = Optional.of(watchdog.overMessage());
      return;
    }
    dumps.write();
    execution.memory().close();
    meter.phaseOfDevices(SIMULATING, GROUPS, OptionalLong.of(recording.get().groups()));
  }

  @Override
  public synchronized boolean load(Path file, RunOptions options) {
    if (recording.isPresent()) {
      return false;
    }
    try {
      TraceFile found = TraceFile.open(file);
      boolean own =
          found.program().name().equals(program().name())
              && found.program().parameters().equals(program().parameters());
      Optional<Recording> read = own ? read(found, options) : Optional.empty();
      if (read.isEmpty()) {
        found.close();
        return false;
      }
      recording = read;
    } catch (InputException e) {
      return false; // the file is damaged
    }
    execution.memory().close();
    return true;
  }

  /** Reads a trace of this program; returns empty if it is damaged. */
  private Optional<Recording> read(TraceFile found, RunOptions options) {
    LaunchEnds read = new LaunchEnds();
    try {
      Recording held = found.held(options.recordingBytes(), read);
      if (held != found) {
        found.close();
      }
      ends = read;
      return Optional.of(held);
    } catch (InputException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean writeTrace(Path file) {
    recording.ifPresent(r -> r.copyTo(file));
    return recording.isPresent();
  }

  @Override
  public RunResult run(Runner.Target target, RunOptions options, Observation observation) {
    return recording
        .map(r -> simulation(use -> use.accept(r), ends))
        .orElseGet(() -> simulation(this::inParts, new LaunchEnds()))
        .simulate(row(target), options, observation);
  }

  private RowSimulation simulation(Consumer<Consumer<Recording>> programs, LaunchEnds known) {
    return new RowSimulation(runner.catalogue(), programs, known);
  }

  /** Lends an execution that leaves out what a device does not simulate. */
  private void inParts(Consumer<Recording> use) {
    try (ExecutedParts parts = new ExecutedParts(program(), omissions::part)) {
      use.accept(parts);
    }
  }

  /** Compares the results at the end of the execution with those of other texts. */
  void compare(RuleResults others, String device) {
    execution.comparing(others, device);
  }

  @Override
  public void close() {
    execution.memory().close();
    recording.ifPresent(Recording::close);
  }
}
